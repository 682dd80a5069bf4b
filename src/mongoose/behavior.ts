import { getOrInsert } from '../values/get-or-insert.ts'
import type { MongooseModel } from './mongoose.ts'

/**
 * What versions of Mongoose do differently where a guard has to follow. `test/unit/behavior.test.ts` shows each on the
 * real Mongoose; no other module compares versions. Most of what is said of Mongoose 8 holds for the first versions of
 * 9 too: see `cameWith`.
 */
export interface MongooseBehavior {
  /**
   * The validators of the element's own schema type run in every array of sub-documents. Mongoose 8 runs them only in
   * rows, which are arrays of arrays, and if the element's type sets `required` in an array that is a field of another
   * array's element, a value of a Map or a default, with the document for `this`.
   */
  readonly runsElementRules: boolean
  /** A null in an array of sub-documents meets the rules of the element. Mongoose 8 knows only `required` there. */
  readonly judgesNullElements: boolean
  /** The rules of an array of sub-documents come before those of its elements, which run only where they pass. */
  readonly arrayRulesComeFirst: boolean
  /** A sub-document that a Union took is validated. Mongoose 8 only casts to a Union's members. */
  readonly validatesUnionMembers: boolean
  /**
   * All rules are run on the fields of a plain nested object that is null and stands in another one, not `required`
   * alone.
   */
  readonly runsAllRulesBelowNull: boolean
  /**
   * The rules of a Map's value are run where Mongoose takes an empty array for none. Mongoose 8 comes to such a value
   * only if the Map has rules, or stands in a plain nested object or in an array's element.
   */
  readonly judgesEmptyMapValues: boolean
  /** A RegExp is tested against the text `undefined` where a setter made nothing of a value. */
  readonly testsUndefinedByRegExp: boolean
  /** An asynchronous rule fails with every falsy value but `undefined`. In Mongoose 9 it fails with `false` alone. */
  readonly takesFalsyForFailure: boolean
  /**
   * A document validates what it has noted in a sub-document, such as defaults, even where the sub-document is not
   * validated. Mongoose 9 validates the sub-document where something in it is modified.
   */
  readonly validatesNotedContent: boolean
  /** `$op` of an array's element says that it is validated, as that of other documents does. */
  readonly notesValidationOfElements: boolean
  /** The text of a CastError ends with the name of the document's model. */
  readonly namesModelInCastErrors: boolean
  /** A rule is told the first 30 characters of a text, in all messages and not in that of `maxlength` alone. */
  readonly shortensValues: boolean
}

const mongoose8: MongooseBehavior = {
  runsElementRules: false,
  judgesNullElements: false,
  arrayRulesComeFirst: true,
  validatesUnionMembers: false,
  runsAllRulesBelowNull: true,
  judgesEmptyMapValues: false,
  testsUndefinedByRegExp: true,
  takesFalsyForFailure: true,
  validatesNotedContent: true,
  notesValidationOfElements: false,
  namesModelInCastErrors: false,
  shortensValues: false,
}

const mongoose9: MongooseBehavior = {
  runsElementRules: true,
  judgesNullElements: true,
  arrayRulesComeFirst: false,
  validatesUnionMembers: true,
  runsAllRulesBelowNull: false,
  judgesEmptyMapValues: true,
  testsUndefinedByRegExp: false,
  takesFalsyForFailure: false,
  validatesNotedContent: false,
  notesValidationOfElements: true,
  namesModelInCastErrors: true,
  shortensValues: false,
}

/** The versions of Mongoose 9 that first behaved as the newest does. Those before them behave as Mongoose 8. */
const cameWith = {
  judgesEmptyMapValues: [9, 1, 5],
  notesValidationOfElements: [9, 3, 0],
  validatesUnionMembers: [9, 4, 0],
  namesModelInCastErrors: [9, 9, 5],
  runsElementRules: [9, 11, 0],
  judgesNullElements: [9, 11, 0],
  arrayRulesComeFirst: [9, 11, 0],
  runsAllRulesBelowNull: [9, 11, 0],
  validatesNotedContent: [9, 11, 0],
} satisfies Partial<Record<keyof MongooseBehavior, Version>>

type Version = readonly [major: number, minor: number, patch: number]

const known = new Map<string, MongooseBehavior>()

/** How the copy of Mongoose behaves that a model comes from. */
export function behaviorOf({ base: { version } }: MongooseModel): MongooseBehavior {
  return getOrInsert(known, version, () => behaviorOfVersion(version))
}

function behaviorOfVersion(version: string): MongooseBehavior {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  const isBefore = ([otherMajor, otherMinor, otherPatch]: Version) =>
    (major - otherMajor || minor - otherMinor || patch - otherPatch) < 0
  if (major < 9) return { ...mongoose8, shortensValues: isBefore([8, 23, 1]) }
  const asBefore = Object.entries(cameWith).filter(([, came]) => isBefore(came))
  return {
    ...mongoose9,
    ...Object.fromEntries(asBefore.map(([name]) => [name, mongoose8[name as keyof typeof cameWith]])),
    shortensValues: isBefore([9, 6, 3]),
  }
}
