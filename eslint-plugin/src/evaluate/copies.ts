import { nameFrom, type Value } from './value.ts'

/** How a function hands an argument on: as what it gives back, or also as its first argument, which it fills. */
export interface Copy {
  /** The first argument that counts. */
  readonly from: number
  readonly isIntoFirst?: true
  /** Whether what counts stands in a list: `deepmerge.all([user, body])`. */
  readonly isOfList?: true
  /** The key that what counts has in what is given back. */
  readonly under?: string
}

const globals: Readonly<Record<string, Copy>> = {
  'Object.assign': { from: 0, isIntoFirst: true },
  'Object.freeze': { from: 0 },
  'Object.fromEntries': { from: 0 },
  'Object.entries': { from: 0 },
  'JSON.parse': { from: 0 },
  'JSON.stringify': { from: 0 },
  structuredClone: { from: 0 },
  'Promise.resolve': { from: 0 },
  'Promise.all': { from: 0 },
}

// What lodash and its like leave out of a copy says nothing of the rest.
const lodash: Readonly<Record<string, Copy>> = {
  chain: { from: 0 },
  // `_(body)`
  lodash: { from: 0 },
  underscore: { from: 0 },
  assign: { from: 0, isIntoFirst: true },
  assignIn: { from: 0, isIntoFirst: true },
  extend: { from: 0, isIntoFirst: true },
  assignWith: { from: 0, isIntoFirst: true },
  assignInWith: { from: 0, isIntoFirst: true },
  extendWith: { from: 0, isIntoFirst: true },
  merge: { from: 0, isIntoFirst: true },
  mergeWith: { from: 0, isIntoFirst: true },
  defaults: { from: 0, isIntoFirst: true },
  defaultsDeep: { from: 0, isIntoFirst: true },
  clone: { from: 0 },
  cloneDeep: { from: 0 },
  omit: { from: 0 },
  omitBy: { from: 0 },
  pickBy: { from: 0 },
  mapKeys: { from: 0 },
  mapValues: { from: 0 },
}

const merging: Copy = { from: 0 }
const filling: Copy = { from: 0, isIntoFirst: true }

// Other packages that make one object of several, or another of one, by the names of their functions; the empty one is
// the package itself.
const packages: Readonly<Record<string, Readonly<Record<string, Copy>>>> = {
  deepmerge: { '': merging, all: { from: 0, isOfList: true } },
  'deepmerge-ts': { deepmerge: merging },
  'ts-deepmerge': { '': merging, merge: merging },
  'merge-deep': { '': merging },
  defu: { '': merging, defu: merging },
  xtend: { '': merging },
  'deep-extend': { '': filling },
  extend: { '': filling },
  'object-assign': { '': filling },
  ramda: {
    mergeRight: merging,
    mergeLeft: merging,
    mergeDeepRight: merging,
    mergeDeepLeft: merging,
    clone: merging,
    omit: { from: 1 },
  },
  // They check nothing: what they are given has to be validated before, or after.
  'mongoose-guard': { toUpdate: { from: 1, under: '$set' }, fromForm: { from: 1 } },
}

/** What is known of a function that gives its argument back, or a copy of it. */
export function copyBy(callee: Value): Copy | undefined {
  if (callee.kind !== 'external') return undefined
  if (callee.source === 'global') return own(globals, callee.path.join('.'))
  if (isWithoutSelectors(callee)) return { from: 0 }
  const name = lodashName(callee)
  if (name !== undefined) return own(lodash, name)
  const known = own(packages, callee.source)
  return known && own(known, callee.path.at(-1) ?? '')
}

/** Packages that take keys with a `$` out of a value, and leave all others in it. */
export function isWithoutSelectors(callee: Value): boolean {
  return nameFrom('mongo-sanitize', callee) !== undefined || nameFrom('express-mongo-sanitize', callee) === 'sanitize'
}

/** The function of lodash or underscore that a value stands for. */
export function lodashName(callee: Value): string | undefined {
  if (callee.kind !== 'external' || !/^(?:lodash|underscore|es-toolkit)\b/.test(callee.source)) return undefined
  return callee.path.at(-1) ?? callee.source.split(/[./]/).at(-1)
}

/** Whether a method of a chain, `_.chain(body)` or `_(body)`, leaves any key in what it was made of. */
export function isCopyInChain(callee: Value): boolean {
  if (callee.kind !== 'member' || !isChain(callee.object)) return false
  const { key } = callee
  return key === 'value' || (own(lodash, key) !== undefined && key !== 'pickBy')
}

function isChain(value: Value): boolean {
  if (value.kind !== 'call') return false
  const { callee } = value
  return (
    /^(?:chain|lodash|underscore)$/.test(lodashName(callee) ?? '') ||
    (callee.kind === 'member' && isChain(callee.object))
  )
}

function own<Entry>(table: Readonly<Record<string, Entry>>, key: string): Entry | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
