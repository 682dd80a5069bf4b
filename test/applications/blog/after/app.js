import express from 'express'
import * as controllers from './controllers.js'
import { guardForm, guardJson } from './guard.js'
import * as guards from './guards.js'

export const app = express()
app.post('/signup', guardForm(guards.signUp), controllers.signUp)
app.post('/login', guardForm(guards.login), controllers.logIn)
app.post('/forgot', guardForm(guards.forgot), controllers.forgot)
app.post('/accounts/:id', guardForm(guards.profile), controllers.saveProfile)
app.post('/accounts/:id/password', guardForm(guards.password), controllers.changePassword)
app.post('/accounts/:id/delete', guardForm(guards.deletion), controllers.deleteAccount)
app.post('/posts', guardForm(guards.post), controllers.createPost)
app.post('/posts/:id', guardForm(guards.post), controllers.savePost)
app.post('/posts/:id/comments', guardForm(guards.comment), controllers.addComment)
app.post('/contact', guardForm(guards.message), controllers.contact)
app.put('/api/posts/order', guardJson(guards.order), controllers.setPriorities)
app.patch('/api/posts/:id', guardJson(guards.postChanges), controllers.patchPost)
