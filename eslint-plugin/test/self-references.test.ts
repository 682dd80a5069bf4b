import * as typescriptParser from '@typescript-eslint/parser'
import type { Linter } from 'eslint'
import { expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { Application, type Files } from './lint-files.ts'

const rules = Object.fromEntries(Object.keys(plugin.rules).map((name) => [`mongoose-guard/${name}`, 'error'] as const))
const languageOptions = { parser: typescriptParser as Linter.Parser }

/** Declarations of `x` that lead back to `x`, and may stand in a function as well. */
const declarations = [
  'var x = x',
  'let x; x = x',
  'let x = y; let y = x',
  'const x = await x',
  'const x = x as x',
  'const { x } = x',
  'const [x] = x',
  'const x = { ...x, x }',
  'const y = { ...x }, x = { ...y }',
  'const x = [...x, x]',
  'const x = x || {}',
  'const x = x.x',
  'const x = x[x]',
  'const x = `${x}`',
  'const x = x.filter(Boolean).map(([key, value]) => [key, value])',
  'const x = x.then((x) => x)',
  'const x = x.bind(x, x)',
  'const x = Object.assign(x, {})',
  'const x = Object.fromEntries(Object.entries(x))',
  'const x = guard(x, { allow: x })',
  'const x = z.object({ x })',
  'const x = new Schema({ x })',
  'const x = mongoose.model("X", x)',
  'const x = User.findOne(x)',
  'const x = express.Router(); x.use(x)',
  'const x = new x(x)',
  'const x = x()',
  'const x = (a = x) => x(a)',
  'const y = () => x(), x = () => y()',
  'function x(req, res) { return x(req.body, res.json(x)) }',
  'const x = { create(body) { return this.create({ ...x, body }) }, get x() { return x } }',
  'class x extends x {}',
  'class y extends x {} class x extends y { constructor(a) { super(a) } }',
  'class x extends x() { x = this.x; create = new x(new x()).create }',
  'for (const x of x) x()',
]
/** The same at the top of a file, whose path is `here.ts`. */
const atTop = [
  'type x = x & x; declare const x: x',
  'type x = y; type y = x; declare const x: typeof x',
  'interface x extends x {}',
  'class x<T extends x<T>> extends x<x<T>> { model: T }',
  'import { x } from "./here.js"; export { x }',
  'import x from "./here.js"; export default class extends x {}',
  'import { x } from "./here.js"; export * from "./here.js"',
  'const x = require("./here.js"); module.exports = { ...x }',
]
/** The same through another file, `other.ts`. */
const acrossFiles: Files = {
  'import { x } from "./other.js"; export { x }': 'export { x } from "./here.js"',
  'import { x } from "./other.js"; export * from "./other.js"': 'export * from "./here.js"',
  'const x = require("./other.js"); module.exports = { ...x }': 'module.exports = { ...require("./here.js") }',
  'import { y } from "./other.js"; export class x extends y {}':
    'import { x } from "./here.js"; export class y extends x {}',
  'import { y } from "./other.js"; export const x = { ...y, create: y.create }':
    'import { x } from "./here.js"; export const y = { ...x, create: x.create }',
  'import { y } from "./other.js"; export const x = (req, res) => res.json(y(req, res))':
    'import { x } from "./here.js"; export const y = (req, res) => res.json(x(req, res))',
  'import { y } from "./other.js"; export const x = y.bind(y)':
    'import { x } from "./here.js"; export const y = x.bind(x)',
  'import { y } from "./other.js"; export type x = y; declare const x: x':
    'import { x } from "./here.js"; export type y = x',
}

const inHandlers = [
  'x.create(req.body)',
  'User.create(x(req.body))',
  'User.create({ ...x, ...req.body })',
  'User.create(x)',
  'User.create(Object.fromEntries(x.filter(([, value]) => value !== "")))',
  'User.findOne({ a: x })',
  'User.findOne({ a: x.a, b: req[x] })',
  'x.parse(req.body); User.create(req.body)',
  'Object.assign(x, req.body); await x.save()',
  'for (const key of Object.keys(x)) x[key] = req.body[key]',
  'User.create(new x(req.body).x)',
  'req.x = x; User.create(req.x)',
  'x = req.body; User.findOne({ a: x })',
]
const atRoutes = [
  'router.post("/", x, x.create, new x(User).create)',
  'router.post("/", guard(User, { allow: ["a"] }), x.create)',
  'router.put("/", guard(x, { allow: ["a.b"], partial: true }), (req, res) => res.json(x.updateOne({}, req.validated)))',
  'x.use("/", x, (req, res) => res.json(User.create(req.body)))',
  'router.use(x)',
  'class Z extends x { constructor() { super(User) } create(req, res) { res.json(super.create(req.body)) } }',
  'export class W { @UsePipes(x) create(@Body(x) dto: x) { return User.create(dto) } }',
  'const typed: x = (req: x, res) => res.json(User.create(req.body))',
]

const handler = (body: string) => `router.post('/', async (req, res) => { ${body}; res.json(1) })`
const named = (code: string, name: string) => code.replaceAll(/\bx\b/g, name)

/** A file that uses `x` in every way, and one in which each handler has an `x`, or a `req` or `res`, of its own. */
function filesWith(declaration: string): string[] {
  const inside = ['x', 'req', 'res'].flatMap((name) =>
    inHandlers.map((use) => handler(named(`${declaration}; ${use}`, name))),
  )
  return [usedBy(declaration), inside.join('\n')]
}

function usedBy(declaration: string): string {
  return [declaration, ...inHandlers.map(handler), ...atRoutes].join('\n')
}

const preamble = `import mongoose, { Schema } from 'mongoose'
import express from 'express'
import { guard } from 'mongoose-guard/express'
import { z } from 'zod'
import { Body, UsePipes } from '@nestjs/common'
const User = mongoose.model('User', schema)
`

it.each([
  ...declarations.map((declaration) => [declaration, filesWith(declaration), undefined] as const),
  ...atTop.map((declaration) => [declaration, [usedBy(declaration)], undefined] as const),
  ...Object.entries(acrossFiles).map(([declaration, other]) => [declaration, [usedBy(declaration)], other] as const),
])('%s is linted to the end of its file', (_declaration, files, other) => {
  const application = new Application({
    'package.json': '{ "dependencies": { "mongoose": "9" } }',
    ...(other === undefined ? {} : { 'other.ts': other }),
  })
  try {
    for (const text of files) {
      const code = `${preamble}${text}\n${handler('User.create(req.body)')}`
      application.write('here.ts', code)
      const messages = application.lint('here.ts', code, { rules, languageOptions })
      expect(messages.at(-1)).toMatch(/`User\.create\(\)` takes the raw body/)
    }
  } finally {
    application.remove()
  }
})
