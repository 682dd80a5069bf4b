import { createGuard } from '../../src/index.ts'

export interface ErrorItem {
  code: 'invalid_body' | 'forbidden_field' | 'invalid_type' | 'invalid_value'
  message: string
  path?: string
  rule?: string
}

export type Outcome = { ok: true; validated: Record<string, unknown> } | { ok: false; errors: ErrorItem[] }

export interface LooseGuard {
  validate: (body: unknown) => Outcome | Promise<Outcome>
  allow: readonly string[]
  partial: boolean
  model: unknown
}

/** `createGuard` as a JavaScript caller sees it: the tests also hand it what the compiler would refuse. */
export const looseGuard = createGuard as unknown as (...parameters: unknown[]) => LooseGuard

export interface Options {
  allow: string[]
  partial?: boolean
  maxErrors?: number
  allowNull?: boolean
  rules?: object
}

/** With null as Mongoose has it, unless the test says otherwise: most tests compare with Mongoose. */
export async function outcomeOf(Model: unknown, options: Options, body: unknown): Promise<Outcome> {
  return looseGuard(Model, { allowNull: true, ...options }).validate(body)
}

/** The error items for a body, `[]` where it passes. */
export async function errorsOf(Model: unknown, options: Options, body: unknown): Promise<ErrorItem[]> {
  const outcome = await outcomeOf(Model, options, body)
  return outcome.ok ? [] : outcome.errors
}

/** An outcome as one short text a table can hold: `ok`, or each item's path with its rule or message. */
export async function summaryOf(Model: unknown, options: Options, body: unknown): Promise<string[]> {
  const outcome = await outcomeOf(Model, options, body)
  return outcome.ok ? ['ok'] : outcome.errors.map(describeItem)
}

function describeItem({ code, path, rule, message }: ErrorItem): string {
  if (code === 'forbidden_field') return `${path ?? ''}: forbidden`
  return path === undefined ? code : `${path}: ${rule ?? message}`
}

export function forbidden(path: string): ErrorItem {
  return { code: 'forbidden_field', path, message: 'Field is not allowed' }
}

export function wrongType(path: string, expected: string, received: string): ErrorItem {
  return { code: 'invalid_type', path, message: `Expected ${expected}, received ${received}` }
}

export function broken(path: string, rule: string, message: string): ErrorItem {
  return { code: 'invalid_value', path, message, rule }
}

/** `text` read as a request body: only this way can a number be `Infinity` or `__proto__` an own key. */
export function json(text: string): unknown {
  return JSON.parse(text)
}

/** `value` at the bottom of `levels` objects, each under `key`. */
export function nest(levels: number, key: string, value: unknown): unknown {
  let nested = value
  for (let level = 0; level < levels; level++) nested = { [key]: nested }
  return nested
}
