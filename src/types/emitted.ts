// What the compiler names in the declarations that it writes of an application's functions whose model is a parameter,
// as in `export function crud<T>(model: Model<T>)`. It can name what an entry point exports, and writes down all else
// in full, without end where a type goes down into itself.
export type { CheckAllow, PathsOf } from './allow-path.ts'
export type { ByExtra } from './body-layout.ts'
export type { BodyOf } from './json-form.ts'
export type { IsAny } from './model.ts'
export type { RuledBy } from './path-rules.ts'
export type { AllowedPart, RouteExtra, WholePart } from './route.ts'
export type { GuardOrMiddleware, PickedBody, ValidatedOf } from './validated.ts'
