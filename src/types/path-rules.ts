/* oxlint-disable typescript/no-explicit-any -- a validator gets what Mongoose made of the JSON, which the JSON does not tell. */
import type { FieldsBelow } from './allow-path.ts'
import type { Named } from './json-form.ts'
import type { IsAny } from './model.ts'

type Condition = (this: any, document?: any) => boolean
type Validator = (this: any, value: any, props?: any) => unknown
interface ValidatorOptions {
  readonly validator: Validator | RegExp
  readonly message?: string | ((props: any) => string)
  readonly type?: string
}
type WithMessage<Limit> = Limit | readonly [Limit, string]
type Choice<Value> =
  | readonly Value[]
  | { readonly values: readonly Value[]; readonly message?: string }
  | Readonly<Record<string, Value>>
type Instant = string | Date | (() => Date)

/** Rules that every path may have. */
interface AnyPathRules {
  /** `true` wins over a default of the schema, and holds under `partial` too. */
  readonly required?:
    | boolean
    | string
    | Condition
    | readonly [boolean | Condition, string]
    | { readonly isRequired: boolean | Condition; readonly message?: string }
  readonly validate?:
    | Validator
    | RegExp
    | readonly [Validator | RegExp, string]
    | ValidatorOptions
    | readonly ValidatorOptions[]
  /** Whether the field takes null: the option of the guard, for one field. */
  readonly allowNull?: boolean
}

// The JSON form of a Date or an id is a string as well; run time tells them apart.
interface TextRules extends AnyPathRules {
  readonly minlength?: WithMessage<number>
  readonly maxlength?: WithMessage<number>
  readonly match?: WithMessage<RegExp>
  readonly enum?: Choice<string>
  readonly min?: WithMessage<Instant>
  readonly max?: WithMessage<Instant>
}

interface NumberRules extends AnyPathRules {
  readonly min?: WithMessage<number>
  readonly max?: WithMessage<number>
  readonly enum?: Choice<number>
}

interface ListRules<Item> extends AnyPathRules {
  /** Of each element. */
  readonly enum?: Choice<Item>
}

/**
 * Rules of a route for one path, beyond those of the model: options of a Mongoose path, with Mongoose's semantics and
 * messages. Which of them a path has depends on its type.
 *
 * @example
 * const rules = { required: true, minlength: [3, 'A name has three letters'] } satisfies PathRules
 */
export interface PathRules extends AnyPathRules {
  readonly minlength?: WithMessage<number>
  readonly maxlength?: WithMessage<number>
  readonly match?: WithMessage<RegExp>
  readonly enum?: Choice<string | number>
  readonly min?: WithMessage<number | Instant>
  readonly max?: WithMessage<number | Instant>
}

/**
 * The option `rules` of a guard: each path is allowed, and has what its type has. What it says of `required` and of
 * null is inferred; all else stands apart from these, so that functions in it have typed parameters.
 */
export type RulesOption<Body, Allow, Required, Nulls> = {
  readonly [Path in keyof Required]: { readonly required?: Required[Path] } & RulesAt<Body, Allow, Path>
} & { readonly [Path in keyof Nulls]: { readonly allowNull?: Nulls[Path] } } & Functions

// TypeScript before 5.9 finds no type for the parameters of functions in the mapped types above.
type Functions = Readonly<Record<string, PathRules>>

// A list of rules that the compiler does not see has any path.
type RulesAt<Body, Allow, Path> = string extends Path
  ? PathRules
  : string extends keyof Body
    ? RulesAtOpen<Named<Body>, Allow, Path>
    : RulesAtSeen<Body, Allow, Path>
type RulesAtOpen<Known, Allow, Path> = [ValueAt<Known, Path>] extends [never]
  ? PathRules
  : RulesAtSeen<Known, Allow, Path>
type RulesAtSeen<Body, Allow, Path> =
  IsAny<Allow> extends true
    ? RulesFor<ValueAt<Body, Path>, Path>
    : Allow extends readonly (infer Entry)[]
      ? Path extends Entry | `${Entry & string}.${string}` | Above<Entry>
        ? RulesFor<ValueAt<Body, Path>, Path>
        : `'${Path & string}' is not in \`allow\``
      : never
type Above<Entry> = Entry extends `${infer Head}.${infer Rest}` ? Head | `${Head}.${Above<Rest>}` : never

// Of a union of models, a path may be in one of them.
type ValueAt<Body, Path> = Body extends unknown
  ? Path extends keyof Body
    ? Body[Path]
    : Path extends `${infer Head}.${infer Rest}`
      ? Head extends keyof Body
        ? ValueAt<FieldsBelow<NonNullable<Body[Head]>>, Rest>
        : never
      : never
  : never

type RulesFor<Form, Path> = [Form] extends [never]
  ? `'${Path & string}' is not in the schema`
  : unknown extends Form
    ? AnyPathRules
    : NonNullable<Form> extends readonly (infer Item)[]
      ? Item extends string | number
        ? ListRules<Item>
        : AnyPathRules
      : NonNullable<Form> extends string
        ? TextRules
        : NonNullable<Form> extends number
          ? NumberRules
          : AnyPathRules

/** What the rules of a route make of the accepted type: required fields are there, and some take null. */
export type Ruled<Validated, Required, Nulls> = [keyof Required] extends [never]
  ? Validated
  : RuledBy<Validated, RequiredPaths<Required>, NullPaths<Nulls>>

type RequiredPaths<Required> = {
  [Path in keyof Required]: Required[Path] extends true | string | readonly [true, ...unknown[]] | { isRequired: true }
    ? Path
    : never
}[keyof Required]
// A list that the compiler does not see has no say of its own.
type NullPaths<Nulls> = string extends keyof Nulls
  ? never
  : {
      // It may be true, and `unknown` stands for none.
      [Path in keyof Nulls]: unknown extends Nulls[Path] ? never : true extends Nulls[Path] ? Path : never
    }[keyof Nulls]

/**
 * A body as the rules of a route leave it: what they require is there and not null, and other null is where they allow
 * it.
 */
export type RuledBy<Value, Required, Nulls> = Value extends readonly (infer Item)[]
  ? RuledBy<Item, Required, Nulls>[]
  : Value extends object
    ? Flat<
        {
          [Key in keyof Value as Exclude<Key, Required>]: [Below<Required | Nulls, Key>] extends [never]
            ? Value[Key] | NullAt<Nulls, Key>
            : RuledBy<Value[Key], Below<Required, Key>, Below<Nulls, Key>> | NullAt<Nulls, Key>
        } & {
          [Key in keyof Value as Extract<Key, Required>]-?: [Below<Required | Nulls, Key>] extends [never]
            ? Exclude<Value[Key], undefined | null>
            : RuledBy<Exclude<Value[Key], undefined | null>, Below<Required, Key>, Below<Nulls, Key>>
        }
      >
    : Value
type NullAt<Nulls, Key> = Key extends Nulls ? null : never
type Below<Path, Key> = Path extends `${Key & string}.${infer Rest}` ? Rest : never

type Flat<Type> = { [Key in keyof Type]: Type[Key] } & {}
