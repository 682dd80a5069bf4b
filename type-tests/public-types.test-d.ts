// Every public type, given what is not an ordinary model or guard: any, never, unknown, optional and readonly properties,
// unions, interfaces and classes.
import { Schema, model, type Model, type Types } from 'mongoose'
import {
  createGuard,
  type AllowPath,
  type Extra as ExtraOf,
  type Guard,
  type GuardErrorItem,
  type GuardOptions,
  type GuardOutcome,
  type Validated,
} from 'mongoose-guard'
import type { GuardMiddleware, GuardedHandler, GuardedRequest } from 'mongoose-guard/express'
import { guard as guardRoute, type GuardedRequest as WebGuardedRequest } from 'mongoose-guard/web'
import type { RequestHandler } from 'express'
import { isExactly, type Equal, type Expect } from './assert.ts'

interface Address {
  city: string
  readonly zip?: string
}
interface Account {
  readonly name: string
  age?: number
  readonly tags: readonly string[]
  home?: Readonly<Address>
  readonly addresses: readonly Address[]
  contact: { mail: string } | { phone: string; country?: string } | null
  status: 'on' | 'off' | undefined
  flags: Partial<Record<'a' | 'b', boolean>>
  secret: never
  extra: unknown
  anything: any
  id: Types.ObjectId | string
}
const AccountModel = model<Account>('Account', new Schema<Account>({}))
type Paths =
  | '_id'
  | '__v'
  | 'name'
  | 'age'
  | 'tags'
  | 'home'
  | 'home.city'
  | 'home.zip'
  | 'addresses'
  | 'addresses._id'
  | 'addresses.city'
  | 'addresses.zip'
  | 'contact'
  | 'contact.mail'
  | 'contact.phone'
  | 'contact.country'
  | 'status'
  | 'flags'
  | 'flags.a'
  | 'flags.b'
  | 'secret'
  | 'extra'
  | 'anything'
  | 'id'

// AllowPath
export type OfInterface = Expect<Equal<AllowPath<typeof AccountModel>, Paths>>
export type OfReadonlyModel = Expect<Equal<AllowPath<Model<Readonly<Account>>>, Paths>>
export type OfUnionOfModels = Expect<
  Equal<AllowPath<Model<{ a: string }> | Model<{ b: { c: string } }>>, '_id' | '__v' | 'a' | 'b' | 'b.c'>
>
export type PathsOfUnknown = Expect<Equal<AllowPath<unknown>, string>>

// Validated, through guards of the model
const whole = createGuard(AccountModel, {
  allow: ['name', 'age', 'tags', 'home', 'addresses', 'contact', 'status', 'flags', 'extra', 'anything', 'id'],
})
export type Whole = Expect<
  Equal<
    Validated<typeof whole>,
    {
      name: string
      age?: number
      tags?: string[]
      home?: { city: string; zip?: string }
      addresses?: { city: string; zip?: string; _id?: string }[]
      contact?: { mail: string } | { phone: string; country?: string }
      status?: 'on' | 'off'
      flags: { a?: boolean; b?: boolean }
      extra: unknown
      anything: unknown
      id: string
    }
  >
>
const inside = createGuard(AccountModel, { allow: ['contact.mail', 'home.zip', 'addresses.city', 'flags.a'], partial: true }) // oxfmt-ignore
export type Inside = Expect<
  Equal<
    Validated<typeof inside>,
    {
      contact?: { mail?: string } | {}
      home?: { zip?: string }
      addresses?: { city: string }[]
      flags?: { a?: boolean }
    }
  >
>
const ofNever = createGuard(AccountModel, { allow: ['secret'] })
export type OfNeverField = Expect<Equal<Validated<typeof ofNever>, { secret?: unknown }>>

// A class is a document type like an interface.
class Task {
  title!: string
  done?: boolean
  finish(): void {}
  get isLate(): boolean {
    return false
  }
}
const TaskModel = model<Task>('Task', new Schema<Task>({}))
const task = createGuard(TaskModel, { allow: ['title', 'done'] })
export type OfClass = Expect<Equal<Validated<typeof task>, { title: string; done?: boolean }>>
// @ts-expect-error: a method is no path
createGuard(TaskModel, { allow: ['finish'] })

// Validated of what makes it: guards, middlewares, unions of them
type Name = { readonly name?: string }
export type OfGuard = Expect<Equal<Validated<Guard<Name>>, Name>>
export type OfReadonlyGuard = Expect<Equal<Validated<Readonly<Guard<Name>>>, Name>>
export type OfMiddleware = Expect<Equal<Validated<GuardMiddleware<Name>>, Name>>
export type OfUnion = Expect<Equal<Validated<Guard<{ a: 1 }> | GuardMiddleware<{ b: 2 }>>, { a: 1 } | { b: 2 }>>
export type OfAnyGuard = Expect<Equal<Validated<Guard<any>>, any>>
export type OfNeverGuard = Expect<Equal<Validated<Guard<never>>, never>>
const userRoutes = guardRoute(AccountModel, { allow: ['name'] }, () => new Response())
export type OfRouteHandler = Expect<Equal<Validated<typeof userRoutes>, { name: string }>>
// @ts-expect-error: no guard
export type OfUnknown = Validated<unknown>
// @ts-expect-error: no guard, nor made by one
export type OfHandler = Validated<RequestHandler>
// @ts-expect-error: a model
export type OfModel = Validated<typeof AccountModel>
// @ts-expect-error: a model
export type ExtraOfModel = ExtraOf<typeof AccountModel>
// @ts-expect-error: a model
export type RequestOfModel = GuardedRequest<typeof AccountModel>
// @ts-expect-error: a model
export type HandlerOfModel = GuardedHandler<typeof AccountModel>
// @ts-expect-error: a model
export type WebRequestOfModel = WebGuardedRequest<typeof AccountModel>
interface NamedGuard extends Guard<{ name: string }> {
  label: string
}
export type OfInterfaceOfGuard = Expect<Equal<Validated<NamedGuard>, { name: string }>>

// Guard is covariant; its members do not change.
export const wider: Guard<{ name?: string }> = {} as Guard<{ name: string }>
// @ts-expect-error: a body may lack the name
export const narrower: Guard<{ name: string }> = {} as Guard<{ name?: string }>
declare const anyGuard: Guard<any>
export const fromAny: Guard<{ name: string }> = anyGuard
// @ts-expect-error: a list of strings that does not change
anyGuard.allow.push('name')
// @ts-expect-error: the model stays
anyGuard.model = AccountModel
// @ts-expect-error: nothing is validated that the guard does not name
export const never: Guard<never> = {} as Guard

// GuardOptions and GuardOutcome
export type OfOptions = Expect<
  Equal<
    keyof GuardOptions,
    'allow' | 'partial' | 'allowNull' | 'rules' | 'ignore' | 'extra' | 'at' | 'each' | 'check' | 'maxErrors' | 'details'
  >
>
export const mutable: GuardOptions<string[]> = { allow: ['name'] }
export const tuple: GuardOptions<readonly ['name'], true> = { allow: ['name'], partial: true }
// @ts-expect-error: `partial` is `true` here
export const wrongPartial: GuardOptions<readonly ['name'], true> = { allow: ['name'], partial: false }
// @ts-expect-error: `allow` is required
export const without: GuardOptions = { partial: true }
export type OfOutcome = Expect<
  Equal<GuardOutcome<Name>, { ok: true; validated: Name } | { ok: false; errors: GuardErrorItem[] }>
>
export type OfUnionOutcome = Expect<
  Equal<Extract<GuardOutcome<{ a: 1 } | { b: 2 }>, { ok: true }>['validated'], { a: 1 } | { b: 2 }>
>

// GuardMiddleware
export type GivesNothing = Expect<Equal<ReturnType<GuardMiddleware>, void>>

// GuardedRequest and GuardedHandler
type AnyMiddleware = Guard | { readonly guard: Guard }
type Requested<SomeGuard extends AnyMiddleware> = GuardedRequest<SomeGuard>['validated']
export type RequestOfMiddleware = Expect<Equal<Requested<GuardMiddleware<Name>>, Name>>
export type RequestOfGuard = Expect<Equal<Requested<Guard<Name>>, Name>>
export type RequestOfUnion = Expect<Equal<Requested<Guard<{ a: 1 } | { b: 2 }>>, { a: 1 } | { b: 2 }>>
export type RequestOfAny = Expect<Equal<Requested<GuardMiddleware<any>>, any>>
export type RequestOfUnknown = Expect<Equal<Requested<GuardMiddleware>, unknown>>
export type RequestOfNever = Expect<Equal<Requested<GuardMiddleware<never>>, never>>
export type Params = Expect<Equal<GuardedRequest<GuardMiddleware<Name>, { readonly id: string }>['params'], { readonly id: string }>> // oxfmt-ignore
export type Extra = Expect<Equal<GuardedRequest<GuardMiddleware<Name>, {}, { user?: string }>['user'], string | undefined>> // oxfmt-ignore
type Handled<SomeGuard extends AnyMiddleware> = Parameters<GuardedHandler<SomeGuard>>[0]['validated']
export type HandlerOfMiddleware = Expect<Equal<Handled<GuardMiddleware<Name>>, Name>>
export type HandlerOfAny = Expect<Equal<Handled<GuardMiddleware<any>>, any>>
export type HandlerOfUnknown = Expect<Equal<Handled<GuardMiddleware>, unknown>>
export type HandlerOfNever = Expect<Equal<Handled<GuardMiddleware<never>>, never>>
export type HandlerGivesAnything = Expect<Equal<ReturnType<GuardedHandler<GuardMiddleware>>, any>>

// GuardErrorItem in the form in which it is sent.
declare const items: readonly Readonly<GuardErrorItem>[]
for (const item of items) {
  if (item.code === 'invalid_value') isExactly<string>()(item.rule)
  else if (item.code === 'invalid_body') isExactly<string>()(item.message)
  else isExactly<'forbidden_field' | 'invalid_type'>()(item.code)
}
// @ts-expect-error: no such code
export const unknownCode: GuardErrorItem = { code: 'unknown', path: 'a', message: '' }
// @ts-expect-error: an invalid value has a rule
export const withoutRule: GuardErrorItem = { code: 'invalid_value', path: 'a', message: '' }
