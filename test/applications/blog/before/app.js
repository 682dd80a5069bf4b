import express from 'express'
import * as controllers from './controllers.js'

const forms = express.urlencoded({ extended: true })
const json = express.json()

export const app = express()
app.post('/signup', forms, controllers.signUp)
app.post('/login', forms, controllers.logIn)
app.post('/forgot', forms, controllers.forgot)
app.post('/accounts/:id', forms, controllers.saveProfile)
app.post('/accounts/:id/password', forms, controllers.changePassword)
app.post('/accounts/:id/delete', forms, controllers.deleteAccount)
app.post('/posts', forms, controllers.createPost)
app.post('/posts/:id', forms, controllers.savePost)
app.post('/posts/:id/comments', forms, controllers.addComment)
app.post('/contact', forms, controllers.contact)
app.put('/api/posts/order', json, controllers.setPriorities)
app.patch('/api/posts/:id', json, controllers.patchPost)
