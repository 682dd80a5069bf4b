import mongoose from 'mongoose'
import { createGuard } from 'mongoose-guard'
import { Account, Comment, Post } from '../models.js'

const { Schema } = mongoose

const emailAddress = [/^[^@\s]+@[^@\s]+\.\w+$/, 'This is no email address']
const email = { type: String, required: true, match: emailAddress }
const text = { type: String, required: true }
const newPassword = { minlength: 8, match: [/\d/, 'A password needs a digit'] }
const displayName = { minlength: 2, maxlength: 40 }

const isConfirmed = ({ password }, { extra }) =>
  extra.confirm === password || { path: 'confirm', message: 'This is not the same password' }

export const signUp = createGuard(Account, {
  allow: ['email', 'password', 'displayName'],
  rules: { email: { match: emailAddress }, password: newPassword, displayName },
  extra: {
    confirm: text,
    captcha: { ...text, enum: ['7'] },
    terms: { type: Boolean, required: true, validate: (accepted) => accepted },
  },
  check: isConfirmed,
})

export const login = createGuard(new Schema({ email, password: text, remember: Boolean }))

export const forgot = createGuard(new Schema({ email }))

export const profile = createGuard(Account, {
  allow: ['displayName', 'birthday', 'website', 'postsPerPage', 'newsletter', 'address'],
  partial: true,
  rules: { displayName, website: { match: /^https:/ }, postsPerPage: { min: 5, max: 50 } },
})

export const password = createGuard(Account, {
  allow: ['password'],
  rules: { password: newPassword },
  extra: { current: text, confirm: text },
  check: isConfirmed,
})

export const deletion = createGuard(new Schema({ confirmation: { ...text, enum: ['DELETE'] } }))

export const post = createGuard(Post, {
  allow: ['title', 'body', 'tags', 'isPublished', 'publishAt', 'priority', 'links'],
  rules: { title: { minlength: 3 }, body: { minlength: 20 }, tags: { validate: ({ length }) => length <= 3 } },
  check: ({ isPublished, publishAt }) =>
    !isPublished || publishAt === undefined || { path: 'publishAt', message: 'It is published already' },
})

export const comment = createGuard(Comment, {
  allow: ['name', 'email', 'text'],
  rules: { name: { minlength: 2, maxlength: 40 }, email: { match: emailAddress } },
  // The field is hidden from people: only programs fill it in.
  extra: { homepage: { type: String, maxlength: 0 } },
})

export const message = createGuard(
  new Schema({
    name: text,
    email,
    subject: { ...text, enum: ['praise', 'question'] },
    message: { ...text, minlength: 10, maxlength: 500 },
  }),
)

export const order = createGuard(
  new Schema({ ids: { type: [Schema.Types.ObjectId], validate: ({ length }) => length > 0 } }),
)

export const postChanges = createGuard(Post, {
  allow: ['title', 'body'],
  partial: true,
  rules: { title: { minlength: 3 }, body: { minlength: 20 } },
  ignore: ['_id', '__v', 'createdAt', 'updatedAt', 'views'],
  check: (changes) => Object.keys(changes).length > 0 || { message: 'A title or a text is needed' },
})
