/* oxlint-disable typescript/no-unnecessary-type-parameters -- the probes of the identity test below. */
import type { BodyOf, Named } from './json-form.ts'

/**
 * Every allow entry that fits `SomeModel`, as a union of dot paths.
 *
 * For lists that are not written as a literal. In a recursive type, a path that comes back to a type above it
 * goes on as any string, and so does one of more than three segments.
 *
 * @example
 * const profileFields = ['name', 'address.city'] as const satisfies readonly AllowPath<typeof User>[]
 */
export type AllowPath<SomeModel> = [SomeModel] extends [never] ? never : PathsOf<BodyOf<SomeModel>>

/**
 * The constraint of the `allow` tuple: `const Allow extends CheckAllow<Body, Allow>`.
 *
 * A legal list is any list of strings. Of another one, each entry is constrained to itself where it is legal, else to
 * what may stand in its place, so that the error is at the entry. Only the given entries are looked at, so the cost
 * does not grow with the schema. Without the spread, the mapped type would not be a list to the compiler.
 */
export type CheckAllow<Body, Allow extends readonly unknown[]> = number extends Allow['length']
  ? CheckList<Body, Allow>
  : string extends keyof Body
    ? readonly [
        ...{ [Index in keyof Allow]: CheckOpenEntry<Named<Body>, Allow[Index], CheckEntry<Named<Body>, Allow[Index]>> },
      ]
    : [Allow[number]] extends [keyof Body | CheckEach<Body, Allow[number] & Dotted>]
      ? readonly string[]
      : readonly [...{ [Index in keyof Allow]: CheckText<Body, Allow[Index]> }]

// Names what is no path but means something in Mongoose's `select`, or in the `allow` of others.
type CheckText<Body, Entry> = Entry extends string
  ? Entry extends `-${string}` | `+${string}` | `${string}*`
    ? 'Name each path that may be set: nothing is excluded, and there are no wildcards'
    : CheckEntry<Body, Entry>
  : "Give each path as a text, as in 'address.city'"

// Of a model with fields that the compiler does not see. What reaches inside a field without named fields reaches
// nothing in a discriminator either, unless its type is not seen. What is not yet a path is refused, so that an editor
// completes it.
type CheckOpenEntry<Fields, Entry, Checked> = Entry extends `${string}.` | ''
  ? Checked
  : Entry extends `${Checked & string}.${string}`
    ? IsUntyped<Fields, Checked> extends true
      ? Checked | AnyText
      : Checked
    : Checked | AnyText

type IsUntyped<Fields, Path> = Path extends keyof Fields
  ? unknown extends Fields[Path]
    ? true
    : Fields[Path] extends readonly (infer Item)[] | null | undefined
      ? unknown extends Item
        ? true
        : false
      : false
  : Path extends `${infer Head}.${infer Rest}`
    ? Head extends keyof Fields
      ? IsUntyped<FieldsBelow<Fields[Head]>, Rest>
      : false
    : false

// A union with it keeps its literals, for completions.
type AnyText = string & {}

// Of a list typed as AllowPath, in a function that does not know the model, the compiler sees no entry.
type CheckList<Body, Allow extends readonly unknown[]> = [Allow] extends [readonly unknown[]]
  ? [Allow[number]] extends [PathsOf<Body>]
    ? readonly Allow[number][]
    : string extends keyof Body
      ? readonly string[]
      : readonly CheckEntry<Body, Allow[number]>[]
  : readonly ["Give a list, as in ['name']"]

/** What goes below a field, of the entries of a list: an intersection with it costs the compiler no instantiation. */
export type Dotted = `${string}.${string}`

// The compiler keeps what it found of a single entry, for the next list that has it.
type CheckEach<Fields, Entry extends string> = { [Each in Entry]: CheckEntry<Fields, Each> }[Entry]

type CheckEntry<Fields, Entry> = Entry extends keyof Fields
  ? Entry
  : Entry extends `${infer Head}.${infer Rest}`
    ? Head extends keyof Fields
      ? CheckBelow<FieldsBelow<Fields[Head]>, Head, Rest>
      : CheckInUnion<Fields, Entry, Head, Rest>
    : CheckInUnion<Fields, Entry, Entry>

// What is none of the keys that all members of a union have.
type CheckInUnion<Fields, Entry, Head, Rest extends string = never> =
  Entry extends Names<Fields>
    ? Entry
    : [Rest] extends [never]
      ? string extends Entry
        ? 'Give the list `as const`, or type it AllowPath<typeof User>[]'
        : Names<Fields>
      : Head extends Names<Fields>
        ? CheckBelow<FieldsBelow<ValueAt<Fields, Head>>, Head, Rest>
        : Names<Fields>

// Every text is a key of `never`.
type CheckBelow<Fields, Head extends string, Rest extends string> = string extends keyof Fields
  ? Head
  : string extends Rest // what AllowPath of a recursive type ends in
    ? `${Head}.${Rest}`
    : `${Head}.${CheckEntry<Fields, Rest> & string}`

// Rebuilt as a plain union: `keyof Fields` prints Mongoose's helper types in error messages.
type Names<Fields> = Fields extends unknown ? { [Key in keyof Fields]-?: Key & string }[keyof Fields] : never

type ValueAt<Fields, Key> = Fields extends unknown ? (Key extends keyof Fields ? Fields[Key] : never) : never

/**
 * The object whose fields an allow entry may name next; `never` below a leaf.
 *
 * Nothing here asks for `null | undefined`: without `strictNullChecks` every type extends that. Most are objects with a
 * field that no text, number or array has: the compiler works out twice what a condition asks of an object, but not
 * what it asks of its keys.
 */
export type FieldsBelow<Value> = keyof (Value & {}) extends
  | keyof string
  | keyof number
  | keyof boolean
  | keyof unknown[]
  ? FieldsBelowAny<Value & {}>
  : 'valueOf' extends keyof (Value & {}) // of a Map, too, and of a text or number with a brand
    ? never
    : keyof (Value & {}) extends keyof BufferForm
      ? FieldsBelowPair<Value & {}>
      : Value & {}
interface BufferForm {
  type: 'Buffer'
  data: number[]
}
// `{ type: string; data: string }` has fields where the form of a Buffer has none.
type FieldsBelowPair<Value> = Value extends BufferForm ? never : Value
type FieldsBelowAny<Value> = HasPrimitive<Value> extends true ? never : FieldsBelowObject<Value>
type FieldsBelowObject<Value> = Value extends readonly (infer Item)[]
  ? HasPrimitive<Item> extends true
    ? never
    : NamedFields<Item>
  : NamedFields<Value>
type NamedFields<Value> = Value extends readonly unknown[]
  ? never
  : Value extends object
    ? // `unknown & {}` is an object without fields.
      [keyof Value] extends [never]
      ? never
      : string extends keyof Value
        ? never
        : Value
    : never

/** Tells a JSON form like `string | { $numberDecimal: string }`, a leaf, from an object. */
export type HasPrimitive<Value> = Extract<Value, string | number | boolean> extends never ? false : true

/** Every path of a body. */
export type PathsOf<Body> = string extends keyof Body ? OpenPaths<Named<Body>> : Paths<Body>
type OpenPaths<Known> = [Known] extends [never]
  ? string
  : [keyof Known] extends [never]
    ? string
    : Paths<Known> | AnyText

// What holds itself is cut where it comes back, and in the fourth segment, as the paths of interfaces that all hold
// each other are more than one can count.
//
// `<Probe>() => Probe extends X ? 1 : 2` compares by identity. It stands inline because behind an alias or an
// interface the compiler compares by variance, and to that all types with only optional properties are alike.
type Paths<Fields, Seen = never, Left extends keyof OneLess = 2> = Fields extends unknown
  ? {
      [Key in keyof Fields & string]-?:
        | Key
        | PathsBelow<Key, FieldsBelow<Fields[Key]>, Seen | (<Probe>() => Probe extends Fields ? 1 : 2), Left>
    }[keyof Fields & string]
  : never
type PathsBelow<Key extends string, Fields, Seen, Left extends keyof OneLess> = string extends keyof Fields
  ? never
  : (<Probe>() => Probe extends Fields ? 1 : 2) extends Seen
    ? `${Key}.${string}`
    : Left extends 0
      ? `${Key}.${DeepPaths<Fields>}`
      : `${Key}.${Paths<Fields, Seen, OneLess[Left]>}`
interface OneLess {
  2: 1
  1: 0
  0: 0
}
type DeepPaths<Fields> = HoldsItself<Fields> extends true ? string : FinitePaths<Fields>
type FinitePaths<Fields> = Fields extends unknown
  ? {
      [Key in keyof Fields & string]-?: Key | FinitePathsBelow<Key, FieldsBelow<Fields[Key]>>
    }[keyof Fields & string]
  : never
type FinitePathsBelow<Key extends string, Fields> = string extends keyof Fields
  ? never
  : `${Key}.${FinitePaths<Fields>}`

// Level by level, each type once. Sixteen levels deep, there is no end.
type HoldsItself<Fields, Levels extends unknown[] = []> = [Fields] extends [never]
  ? false
  : Levels['length'] extends 16
    ? true
    : HoldsItself<LevelBelow<Fields>, [...Levels, 0]>
type LevelBelow<Fields> = Fields extends unknown ? ObjectsIn<Fields[keyof Fields]> : never
type ObjectsIn<Value> = Value extends object ? FieldsBelow<Value> : never
