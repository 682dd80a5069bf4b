/* oxlint-disable typescript/no-explicit-any -- inference sites are matched by `any`. */
// What `Schema.create()` keeps of the definition of a schema, level by level.
import type { Schema } from 'mongoose'
import type { DefinitionOf } from './model.ts'

/** The keys of the paths that a body cannot lack: required, and not filled in. */
export type PresentKeys<Definition> = {
  [Key in keyof Definition]-?: Definition[Key] extends PresentPath ? Key : never
}[keyof Definition]
interface PresentPath {
  readonly required: true | string | readonly [true, ...any[]] | { isRequired: true }
  readonly default?: undefined
  readonly auto?: false
  // Arrays default to [], whether by a list or by the constructor, `Array`.
  readonly type?: string | (object & { readonly unshift?: never; readonly isArray?: never })
}

/** Of a path, where it is known. */
export type DefinitionAt<Definition, Key> = Key extends keyof Definition ? Definition[Key] : unknown

/** Of the values of a Map. */
export type ValuesOf<PathDefinition> = PathDefinition extends { of: infer Of } ? Of : unknown

/** Of a sub-schema, the items of an array, or a nested object. */
export type DefinitionBelow<PathDefinition> =
  PathDefinition extends Schema<any, any, any>
    ? DefinitionOf<PathDefinition>
    : PathDefinition extends readonly (infer Item)[]
      ? Item
      : PathDefinition extends { type: infer Type }
        ? Type extends { type: any }
          ? PathDefinition
          : DefinitionBelow<Type>
        : PathDefinition
