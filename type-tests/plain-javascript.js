// JavaScript that the compiler checks (`checkJs`, or an editor), with types from JSDoc only.
import express from 'express'
import { Schema, model } from 'mongoose'
import { createGuard } from 'mongoose-guard'
import { guard } from 'mongoose-guard/express'
import { guard as guardRoute } from 'mongoose-guard/web'

const User = model('User', new Schema({ name: { type: String, required: true }, address: { city: String } }))
const app = express()

const createUser = guard(User, { allow: ['name', 'address.city'] })
app.post('/users/:id', express.json(), createUser, async (req, res) => {
  /** @type {string} */
  const name = req.validated.name
  /** @type {string | null | undefined} */
  const city = req.validated.address?.city
  // @ts-expect-error: not picked
  req.validated.role
  // @ts-expect-error: the body is opaque
  req.body.name
  res.json([name, city, req.params.id, await User.create(req.validated)])
})
// @ts-expect-error: no path
guard(User, { allow: ['name', 'address.cty'] })
// @ts-expect-error: no guard
app.post('/free', (req) => req.validated.name)

/** @type {import('mongoose-guard/express').GuardedHandler<typeof createUser, { id: string }>} */
export const handler = (req, res) => res.json([req.validated.name.length, req.params.id.length])
/** @type {import('mongoose-guard/express').GuardedHandler<typeof createUser>} */
// @ts-expect-error: not picked
export const wrong = (req, res) => res.json(req.validated.role)
app.put('/users/:id', createUser, handler)

/** @type {import('mongoose-guard').AllowPath<typeof User>[]} */
const listed = ['name', 'address']
const ofList = createGuard(User, { allow: listed })
/** @param {import('mongoose-guard').Validated<typeof ofList>} picked */
export const nameOf = (picked) => {
  // @ts-expect-error: may be absent
  picked.name.length
  return picked.name?.length
}

export const POST = guardRoute(User, { allow: ['name'] }, (request) => new Response(request.validated.name))

// A model whose schema the compiler does not see takes any entry, and nothing is known of what it lets through.
const Imported = model('Imported')
const loose = createGuard(Imported, { allow: ['what.ever'] })
/** @param {import('mongoose-guard').Validated<typeof loose>} picked */
export const looseOf = (picked) => {
  // @ts-expect-error: unknown
  picked.name.length
  return picked['name']
}

// A handler of several lines gives nothing back.
/** @type {import('mongoose-guard/express').GuardedHandler<typeof createUser>} */
export const several = async (req, res) => {
  res.json(await User.create(req.validated))
}
/** @param {import('mongoose-guard/web').GuardedRequest<typeof createUser>} request */
export const apart = (request) => new Response(request.validated.name)
/** @type {import('mongoose-guard/express').GuardedHandler<typeof createUser>} */
export const silent = (req, res) => {
  res.json(req.validated.name)
}
/** @type {import('mongoose-guard/express').GuardedHandler<typeof createUser>} */
export const declared = function (req, res) {
  res.json(req.validated.name)
}
/** @satisfies {import('mongoose-guard').AllowPath<typeof User>[]} */
const profile = /** @type {const} */ (['name', 'address.city'])
const ofProfile = createGuard(User, { allow: profile })
/** @param {import('mongoose-guard').Validated<typeof ofProfile>} picked */
export const profileName = (picked) => picked.name.length
/** @satisfies {import('mongoose-guard').AllowPath<typeof User>[]} */
// @ts-expect-error: no path
export const misspelt = /** @type {const} */ (['name', 'address.cty'])
