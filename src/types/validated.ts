import type { Dotted, HasPrimitive } from './allow-path.ts'
import type { ExtraGuard, Guard } from './guard.ts'
import type { Named } from './json-form.ts'

/** A guard, or what `guard` or `guardBy` made of one. */
export type GuardOrMiddleware = Guard | { readonly guard: Guard } | { readonly guards: Readonly<Record<string, Guard>> }

/**
 * What a guard, or a middleware or route handler made by one, lets through.
 *
 * @example
 * const newUser = createGuard(User, { allow: ['name', 'address.city'] })
 * type NewUser = Validated<typeof newUser>
 * //=> { name: string; address?: { city?: string | null } }
 */
export type Validated<SomeGuard extends GuardOrMiddleware> =
  SomeGuard extends Guard<infer Picked> ? Picked : PickedBy<GuardIn<SomeGuard>>
type PickedBy<SomeGuard> = SomeGuard extends Guard<infer Picked> ? Picked : never

/**
 * What a guard with the option `extra`, or a middleware or route handler made by one, lets through beside `validated`;
 * `undefined` for one without.
 *
 * @example
 * const signUp = createGuard(User, { allow: ['name'], extra: { captcha: { type: String, required: true } } })
 * type SignUpExtra = Extra<typeof signUp>
 * //=> { captcha: string }
 */
export type Extra<SomeGuard extends GuardOrMiddleware> = SomeGuard extends Guard
  ? BesideOf<SomeGuard>
  : BesideOf<GuardIn<SomeGuard>>
type BesideOf<SomeGuard> = SomeGuard extends ExtraGuard<unknown, infer Beside> ? Beside : undefined

type GuardIn<SomeGuard> = SomeGuard extends { readonly guard: infer Made }
  ? Made
  : SomeGuard extends { readonly guards: infer Guards }
    ? Guards[keyof Guards]
    : never

/** The part of `Body` that `Allow` picks. */
export type ValidatedOf<Body, Allow, Partial> = Allow extends readonly string[] // distributes over `allow: some ? [...] : [...]`
  ? PickedBody<Body, Allow, Partial>
  : Allow extends readonly (string | undefined)[] // an optional element: any of the entries may be missing
    ? PickedBody<Body, (Allow[number] & string)[], Partial>
    : never

/**
 * The part of a body that a list of paths picks. It has a name of its own because the compiler writes one for a model
 * that is a parameter, as in `function crud<T>(model: Model<T>)`: without, it would write down all of what it does not
 * know.
 */
export type PickedBody<Body, Allow extends readonly string[], Partial> = string extends keyof Body
  ? PickedOpen<Body, Named<Body>, Allow, Partial>
  : number extends Allow['length']
    ? Subset<Picked<Body, Allow[number]>>
    : Allow extends SureList<Allow, Allow['length']>
      ? Selected<Body, Allow[number], Partial>
      : SelectedPerhaps<Body, Partial, Allow[number], ItemOf<SureList<Allow, 1>>>

// Of a model whose discriminators are not seen. What no field matches may be any of theirs.
type PickedOpen<Body, Known, Allow extends readonly string[], Partial> = [keyof Known] extends [never]
  ? Body
  : number extends Allow['length']
    ? Subset<Body>
    : Allow extends SureList<Allow, Allow['length']>
      ? Selected<WithUnseen<Known, Allow[number]>, Allow[number], Partial>
      : SelectedPerhaps<WithUnseen<Known, Allow[number]>, Partial, Allow[number], ItemOf<SureList<Allow, 1>>>

type WithUnseen<Fields, Entry extends string> = Fields extends unknown
  ? {
      [Key in keyof Fields]: [Rest<Entry & Dotted, Key>] extends [never]
        ? Fields[Key]
        : WithUnseenBelow<Fields[Key], Rest<Entry & Dotted, Key>>
      // oxlint-disable-next-line typescript/consistent-indexed-object-style -- a mapped type keeps its optional keys apart.
    } & { [Key in Exclude<Segment<Entry>, keyof Fields>]?: unknown }
  : never
type WithUnseenBelow<Value, Entry extends string> = Value extends readonly (infer Item)[]
  ? WithUnseenBelow<Item, Entry>[]
  : Value extends object
    ? WithUnseen<Value, Entry>
    : Value
type Segment<Entry> = Entry extends `${infer First}.${string}` ? First : Entry

// An element whose type is a union, as in `allow: [field]` in a loop over fields, is one of them, and it is not said
// which. Of each entry this costs the compiler five instantiations, so that a list of more than seven is taken as it
// stands. `Allow` is no list here, because of one the compiler works out more of each index, and the intersection keeps
// it from asking each member of the union alone.
type SureList<Allow, Length> = Length extends FewEntries ? { [Index in keyof Allow]: SureEntry<Allow[Index]> } : Allow
type FewEntries = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
type SureEntry<Entry, Whole = Entry> = Entry extends unknown ? (Whole & string extends Entry ? Entry : never) : never
type ItemOf<List> = List extends readonly (infer Item extends string)[] ? Item : never

/** The part of `Body` at these paths, of which only the sure ones are there for certain. */
type SelectedPerhaps<Body, Partial, Entry extends string, Sure extends string> = Partial extends true
  ? PartialDeep<PickedPerhaps<Body, Entry, Sure>>
  : PickedPerhaps<Body, Entry, Sure>
type PickedPerhaps<Body, Entry extends string, Sure extends string> = Body extends unknown
  ? PickedPerhapsKeys<
      Body,
      Entry,
      Sure,
      keyof Body & (Sure | Head<Sure & Dotted>),
      Exclude<keyof Body & (Head<Entry & Dotted> | Entry), Sure | Head<Sure & Dotted>>
    >
  : never
type PickedPerhapsKeys<
  Body,
  Entry extends string,
  Sure extends string,
  SureKeys extends keyof Body,
  OtherKeys extends keyof Body,
> = Flat<
  {
    [Key in SureKeys]: Key extends Sure
      ? Body[Key]
      : // As a whole it takes null, too.
        Key extends Entry
        ? PickedPerhapsBelow<Body[Key], string, Rest<Sure & Dotted, Key>> | Extract<Body[Key], null>
        : PickedPerhapsBelow<Body[Key], Rest<Entry & Dotted, Key>, Rest<Sure & Dotted, Key>>
  } & {
    [Key in OtherKeys]?: Key extends Entry
      ? SubsetBelow<Body[Key]>
      : SubsetBelow<PickedBelow<Body[Key], Rest<Entry & Dotted, Key>>>
  }
>
type PickedPerhapsBelow<Value, Entry extends string, Sure extends string> = Value extends readonly (infer Item)[]
  ? PickedPerhapsBelow<Item, Entry, Sure>[]
  : Value extends object
    ? PickedPerhaps<Value, Entry, Sure>
    : PickedBelow<Value, Entry>

/** The part of `Body` at these paths. */
export type Selected<Body, Entry extends string, Partial> = Partial extends true
  ? PartialDeep<Picked<Body, Entry>>
  : Picked<Body, Entry>

/** Any part of a body. */
export type PartOf<Body> = Subset<Body>

type Head<Entry> = Entry extends `${infer First}.${string}` ? First : never
type Rest<Entry, Key> = Entry extends `${Key & string}.${infer Below}` ? Below : never

type Picked<Body, Entry extends string> = Body extends unknown
  ? PickedKeys<Body, Entry, keyof Body & (Entry | Head<Entry & Dotted>)>
  : never
// `Keys` is a parameter of its own because a mapped type keeps `?` then, and looks at the picked keys only: an
// `as` clause costs as much as `Body` has keys. `& {}` drops the name of this type from hovers.
type PickedKeys<Body, Entry extends string, Keys extends keyof Body> = {
  [Key in Keys]: Key extends Entry ? Body[Key] : PickedBelow<Body[Key], Rest<Entry & Dotted, Key>>
} & {}
// `null` falls away: a container that is only above allowed entries takes none.
type PickedBelow<Value, Entry extends string> = Value extends readonly (infer Item)[]
  ? PickedBelow<Item, Entry>[]
  : Value extends object
    ? Picked<Value, Entry>
    : unknown extends Value
      ? unknown
      : never

// Nothing absent is required, at any depth of objects; an element of an array is a whole new value.
type PartialDeep<Body> = Body extends unknown ? { [Key in keyof Body]?: PartialBelow<Body[Key]> } : never
type PartialBelow<Value> = HasPrimitive<Value> extends true ? Value : PartialObject<Value>
type PartialObject<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? string extends keyof Value
      ? Value
      : PartialDeep<Value>
    : Value

// `allow` is not a literal, so any part of it may have been given: nothing is sure, in array elements neither.
type Subset<Body> = Body extends unknown ? { [Key in keyof Body]?: SubsetBelow<Body[Key]> } : never
type SubsetBelow<Value> = HasPrimitive<Value> extends true ? Value : SubsetObject<Value>
type SubsetObject<Value> = Value extends readonly (infer Item)[]
  ? SubsetBelow<Item>[]
  : Value extends object
    ? string extends keyof Value
      ? Value
      : Subset<Value>
    : Value

type Flat<Type> = { [Key in keyof Type]: Type[Key] } & {}
