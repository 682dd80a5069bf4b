import type { StandardJSONSchemaV1 } from '@standard-schema/spec'
import {
  createGuard,
  type CreateGuard,
  type Guard,
  type GuardErrorItem,
  type GuardOptions,
  type GuardOutcome,
  problemDetails,
  type ReviewNote,
  type ProblemDetails,
  toFieldErrors,
} from 'mongoose-guard'
import {
  accessSurface,
  type AccessSurface,
  findGuards,
  type GuardedRoute,
  openapi,
  type OpenAPIDocument,
} from 'mongoose-guard/openapi'
import { isExactly, type Equal, type Expect } from './assert.ts'
import { User } from './models.ts'

const newUser = createGuard(User, { allow: ['name'] })
isExactly<Guard<{ name: string }>>()(newUser)
isExactly<readonly string[]>()(newUser.allow)
isExactly<boolean>()(newUser.partial)
// @ts-expect-error: a guard does not change
newUser.partial = true

// An outcome is told apart by `ok`.
export async function handle(body: unknown) {
  const outcome = await newUser.validate(body)
  if (outcome.ok) {
    isExactly<{ name: string }>()(outcome.validated)
    // @ts-expect-error: an accepted body has no errors
    return outcome.errors
  }
  isExactly<GuardErrorItem[]>()(outcome.errors)
  // @ts-expect-error: a refused body has nothing to save
  return outcome.validated
}
// @ts-expect-error: the check may be asynchronous
newUser.validate({}).ok
// It answers at once where nothing waits.
const answer = newUser.validate({})
isExactly<GuardOutcome<{ name: string }> | Promise<GuardOutcome<{ name: string }>>>()(answer)
export const ofAnswer = answer instanceof Promise ? undefined : answer.ok

// An error item is told apart by `code`.
export function describeItem(item: GuardErrorItem): string {
  // @ts-expect-error: not every item has a path
  item.path
  switch (item.code) {
    case 'invalid_body':
      // @ts-expect-error: it is about the body as a whole
      return item.path
    case 'forbidden_field':
    case 'invalid_type':
      // @ts-expect-error: no rule was run
      item.rule
      return item.path
    case 'invalid_value':
      return `${item.path}: ${item.rule}`
  }
}
export type ValueItem = Expect<
  Equal<
    Extract<GuardErrorItem, { code: 'invalid_value' }>,
    { code: 'invalid_value'; path: string; message: string; rule: string; params?: RuleParams }
  >
>
export function limitOf(item: GuardErrorItem): number | string | undefined {
  return item.code === 'invalid_value' ? item.params?.limit : undefined
}
createGuard(User, { allow: ['name'], details: true })
createGuard.with({ details: true })
// @ts-expect-error: it is on or off
createGuard(User, { allow: ['name'], details: 'all' })
isExactly<ProblemDetails>()(problemDetails([], { body: {} }))
isExactly<Record<string, string[]>>()(toFieldErrors([]))
interface RuleParams {
  limit?: number | string
  values?: unknown[]
  pattern?: string
  flags?: string
}
export type BodyItem = Expect<
  Equal<Extract<GuardErrorItem, { code: 'invalid_body' }>, { code: 'invalid_body'; message: string }>
>

// Guards that pick less or other fields are told apart; one that picks more passes for one that picks less.
declare function save(guard: Guard<{ name: string }>): void
save(newUser)
save(createGuard(User, { allow: ['name', 'nick'] }))
// @ts-expect-error: picks other fields
save(createGuard(User, { allow: ['nick'] }))
export const anyGuard: Guard = newUser
export const guards: Guard[] = [newUser, createGuard(User, { allow: [] })]

// Options in a variable.
const options = { allow: ['name', 'nick'], partial: true } as const satisfies GuardOptions
const ofOptions = createGuard(User, options)
isExactly<Guard<{ name?: string; nick?: string }>>()(ofOptions)
export const wide: GuardOptions = { allow: [], maxErrors: 5 }
wide.allow = ['name']
// @ts-expect-error: `partial` is a boolean
createGuard(User, { allow: ['name'], partial: 'yes' })
// @ts-expect-error: `maxErrors` is a number
createGuard(User, { allow: ['name'], maxErrors: '10' })
// @ts-expect-error: a misspelt option
createGuard(User, { allow: ['name'], partal: true })
// @ts-expect-error: no model
createGuard({ name: String }, { allow: ['name'] })

// any, never, unknown
export type OutcomeOfAny = Expect<Equal<Extract<GuardOutcome<any>, { ok: true }>['validated'], any>>
export type OutcomeOfNever = Expect<Equal<Extract<GuardOutcome<never>, { ok: true }>['validated'], never>>
export type OutcomeOfUnknown = Expect<Equal<Extract<GuardOutcome, { ok: true }>['validated'], unknown>>

// Standard Schema: version 1 of its specification, and what resolvers and routers infer from it.
interface StandardSchemaV1<Input, Output> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    readonly validate: (
      value: unknown,
      options?: { readonly libraryOptions?: Record<string, unknown> | undefined },
    ) => StandardResult<Output> | Promise<StandardResult<Output>>
  }
}
type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
      }[]
    }
export const standard: StandardSchemaV1<{ name: string }, { name: string }> = newUser
type Standard = (typeof newUser)['~standard']
export type StandardInput = Expect<Equal<NonNullable<Standard['types']>['input'], { name: string }>>
export type StandardOutput = Expect<Equal<NonNullable<Standard['types']>['output'], { name: string }>>
export async function standardItems() {
  const result = await newUser['~standard'].validate({})
  if (!result.issues) return isExactly<{ name: string }>()(result.value)
  for (const issue of result.issues) {
    isExactly<GuardErrorItem['code']>()(issue.code)
    isExactly<string | undefined>()(issue.rule)
    isExactly<readonly PropertyKey[]>()(issue.path)
  }
}

const createShortGuard = createGuard.with({ maxErrors: 20 })
isExactly<CreateGuard>()(createShortGuard)
isExactly<Guard<{ name: string }>>()(createShortGuard(User, { allow: ['name'] }))
// @ts-expect-error: the core reads no request
createGuard.with({ maxBytes: 20 })

// What a guard tells of itself.
isExactly<readonly string[]>()(newUser.paths)
isExactly<boolean>()(newUser.allows('role'))
isExactly<ReviewNote[]>()(newUser.review())
isExactly<AccessSurface>()(accessSurface(() => undefined))
isExactly<GuardedRoute[]>()(findGuards({}, { mounts: { '/admin': () => undefined } }))
isExactly<OpenAPIDocument>()(openapi({}, { info: { title: 'Members', version: '1' }, servers: [] }))
// @ts-expect-error: a document has a title and a version
openapi({}, {})

// The JSON Schema of a guard, also as Standard JSON Schema.
isExactly<Record<string, unknown>>()(newUser.toJSONSchema())
newUser.toJSONSchema({ target: 'draft-07' })
// @ts-expect-error: no such target
newUser.toJSONSchema({ target: 'draft-03' })
export const asStandardJSONSchema: StandardJSONSchemaV1<{ name: string }> = newUser
export type InferredBody = Expect<Equal<StandardJSONSchemaV1.InferInput<typeof newUser>, { name: string }>>
