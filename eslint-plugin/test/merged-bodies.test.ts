import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { runSuite } from './rule-tester.ts'

const handler = (body: string) => `import mongoose from 'mongoose'
import _ from 'lodash'
import merge from 'lodash.merge'
import deepmerge from 'deepmerge'
import { deepmerge as mergeAll } from 'deepmerge-ts'
import extend from 'deep-extend'
import { omit, toMerged } from 'es-toolkit'
import * as R from 'ramda'
import own from './own.js'
const User = mongoose.model('User', schema)
export const save = async (req, res) => { const user = await User.findById(req.params.id); ${body}; await user.save(); res.end() }`

const cases = (bodies: readonly string[]) => Object.fromEntries(bodies.map((body) => [body, handler(body)]))

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write of what is merged',
  messageId: 'unguardedWrite',
  preamble: '',
  bringsOwn: /from 'mongoose'/,
  flagged: cases([
    'merge(user, «req.body»)',
    '_.mergeWith(user, «req.body», (old, value) => value)',
    '_.defaultsDeep(user, «req.body»)',
    'extend(user, «req.body»)',
    'user.set(«deepmerge(user.toObject(), req.body)»)',
    'user.set(«deepmerge.all([user.toObject(), req.body, { team: 1 }])»)',
    'user.set(«mergeAll(user.toObject(), req.body)»)',
    'user.set(«R.mergeDeepRight(user.toObject(), req.body)»)',
    "user.set(«R.omit(['role'], req.body)»)",
    "user.set(«omit(req.body, ['role'])»)",
  ]),
  quiet: cases([
    '_.mergeWith(user, { name: req.body.name })',
    'user.set(deepmerge(user.toObject(), { name: req.body.name }))',
    'const merged = deepmerge({}, req.body); user.set({ name: merged.name })',
    "user.set(R.pick(['name'], req.body))",
    "user.set(R.omit(req.body, ['role']))",
    'user.set(own(user, req.body))',
    'cache.set(user.id, deepmerge(user.toObject(), req.body))',
  ]),
})
