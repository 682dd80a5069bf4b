import type { MongooseModel } from './mongoose.ts'

/**
 * What Mongoose 8 and 9 do differently where a guard has to follow. `test/unit/behavior.test.ts` shows each on the real
 * Mongoose; no other module compares versions.
 */
export interface MongooseBehavior {
  /**
   * The validators of the element's own schema type run in every array of sub-documents. Mongoose 8 runs them only in
   * rows, which are arrays of arrays, and in an array inside another array's element, if the element's type sets
   * `required`, even to false.
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
}

/** How the copy of Mongoose behaves that a model comes from. */
export function behaviorOf({ base }: MongooseModel): MongooseBehavior {
  return base.version.startsWith('8.') ? mongoose8 : mongoose9
}
