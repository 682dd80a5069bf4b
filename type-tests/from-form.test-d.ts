import { createGuard, fromForm } from 'mongoose-guard'
import type { Request } from 'express'
import { isExactly } from './assert.ts'
import { Post, User } from './models.ts'

const newUser = createGuard(User, { allow: ['name', 'profile.links'] })
const update = createGuard(Post, { allow: ['title'], partial: true })
declare const request: Request
declare const files: { body: Record<string, string | string[]> } | undefined

// Whatever holds a form; what it becomes is as unknown as any body.
isExactly<unknown>()(fromForm(newUser, new FormData()))
fromForm(update, new URLSearchParams('title=a'))
fromForm(newUser, { name: 'Ada', tags: ['a', 'b'], profile: { links: { github: '' } } })
fromForm(newUser, request.body)
fromForm(newUser, files?.body)
fromForm(newUser, null)
void newUser.validate(fromForm(newUser, new FormData()))

// @ts-expect-error: a model is no guard
fromForm(User, new FormData())
// @ts-expect-error: a text is no form
fromForm(newUser, 'name=Ada')
// @ts-expect-error: only the guard says what a body holds
fromForm(newUser, new FormData()).name
