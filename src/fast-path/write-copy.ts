import type { JsonObject } from '../check/fast-path.ts'
import type { ObjectPlan } from '../plan/plan.ts'
import { setOwn } from '../values/set-own.ts'
import type { GeneratedCode } from './generated-code.ts'

/** A field of an object in generated code. */
export interface FieldCode {
  /** As a literal. */
  readonly key: string
  readonly name: string
  /** The variable that holds its value, or `undefined`. */
  readonly local: string
  readonly isOptional: boolean
}

/** Up to so many optional fields, an object has one literal for each set of them that a body may hold. */
const literalLimit = 3

/** V8 is slow to add fields by name where it meets many sets of them. */
const namedLimit = 24

/** Of many fields, up to so many are added faster by name. */
const fewLimit = 5

/** Code for an object that lacks a field which it has to have. */
export function lackCode(fields: readonly FieldCode[], leave: string): string {
  const missing = fields.filter(({ isOptional }) => !isOptional).map(({ local }) => `${local} === undefined`)
  return missing.length > 0 ? `\n  if (${missing.join(' || ')}) ${leave}` : ''
}

/** Code that returns the copy, in schema order. */
export function copyCode(code: GeneratedCode, fields: readonly FieldCode[]): string {
  const optional = fields.filter((field) => field.isOptional)
  if (optional.length <= literalLimit) return `\n  ${literals(fields, optional)}`
  const full = optional.map(({ local }) => `${local} !== undefined`).join(' && ')
  const some = fields.length > namedLimit ? copySomeCode(code, fields) : copyNamedCode(code, fields)
  return `\n  if (${full}) return ${literal(fields)}${some}`
}

/** As {@link copyCode}, for an object of many fields that has few of them: as many as `n` says. */
export function copyFewCode(code: GeneratedCode, fields: readonly FieldCode[], n: string): string {
  return `\n  if (${n} > ${fewLimit}) {${copySomeCode(code, fields)}\n  }${copyNamedCode(code, fields)}`
}

function copySomeCode(code: GeneratedCode, fields: readonly FieldCode[]): string {
  const names = code.constant(fields.map(({ name }) => name))
  const locals = fields.map(({ local }) => local).join(', ')
  return `\n  return ${code.constant(copyOfSome)}(${names}, [${locals}])`
}

function copyNamedCode(code: GeneratedCode, fields: readonly FieldCode[]): string {
  const optionalFrom = fields.findIndex((field) => field.isOptional)
  const first = optionalFrom === -1 ? fields.length : optionalFrom
  const rest = fields.slice(first).map(({ key, name, local, isOptional }) => {
    const set = name in Object.prototype ? `${code.constant(setOwn)}(o, ${key}, ${local})` : `o[${key}] = ${local}`
    return `\n  ${isOptional ? `if (${local} !== undefined) ` : ''}${set}`
  })
  return `\n  const o = ${literal(fields.slice(0, first))}${rest.join('')}\n  return o`
}

/** Code of the function that makes an object of its values. */
export function writeBuild({ fields }: ObjectPlan, code: GeneratedCode, name = 'build'): string {
  const locals = fields.map(({ index }) => `v${index} = values[${index}]`)
  const copy = copyCode(
    code,
    fields.map(({ key, index }) => ({ name: key, key: JSON.stringify(key), local: `v${index}`, isOptional: true })),
  )
  return code.define(name, `function ${name}(values) {\n  const ${locals.join(', ') || 'none = 0'}${copy}\n}`)
}

function copyOfSome(names: readonly string[], contents: readonly unknown[]): JsonObject {
  const copy = names.length > dictionaryFrom ? dictionary() : {}
  for (let index = 0; index < contents.length; index++) {
    const content = contents[index]
    if (content !== undefined) setOwn(copy, names[index] ?? '', content)
  }
  return copy
}

/** Of so many fields V8 would make a dictionary on the way. */
const dictionaryFrom = 100

/** A plain object that V8 keeps as a dictionary from the start, as it does those without a prototype. */
export function dictionary(): JsonObject {
  return Object.setPrototypeOf(Object.create(null) as object, Object.prototype) as JsonObject
}

function literals(fields: readonly FieldCode[], optional: readonly FieldCode[]): string {
  const [next, ...others] = optional
  if (next === undefined) return `return ${literal(fields)}`
  const without = literals(
    fields.filter((field) => field !== next),
    others,
  )
  return `if (${next.local} === undefined) { ${without} }\n  ${literals(fields, others)}`
}

export function literal(fields: readonly FieldCode[]): string {
  return `{ ${fields.map(({ key, local }) => `${key}: ${local}`).join(', ')} }`
}
