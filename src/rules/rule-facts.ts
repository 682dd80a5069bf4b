import {
  functionLimitOf,
  isAllowNull,
  isBuiltInRule,
  isOwnRequired,
  isPlainRequired,
} from '../mongoose/built-in-rules.ts'
import type { SchemaType, ValidatorEntry } from '../mongoose/mongoose.ts'
import { replacedPresence } from '../mongoose/presence.ts'
import { directSettersOf, entriesOf, replacedCast, settersOf } from '../mongoose/schema-type.ts'
import { canSeeDocument, mayWriteDate, takesDocument } from './can-see-document.ts'
import { type DocumentReads, documentReadsOf, joinReads, noReads } from './document-reads.ts'
import { measureOf } from './measures.ts'
import { isWrapped } from './message.ts'

/**
 * What is known of a schema type's rules before they run; it is read anew where they have changed, as in a compiled
 * model.
 */
export interface RuleFacts {
  readonly count: number
  /** Setters that make another value, and a cast of the application that reads the document. */
  readonly setterCount: number
  /** Those among them that get a container before its content is checked. */
  readonly contentSetterCount: number
  /** A setter, rule, message or condition can see the document, or wants Mongoose's own container as its value. */
  readonly canSeeDocument: boolean
  /** As {@link canSeeDocument}, of what makes a field required. */
  readonly canRequiredSeeDocument: boolean
  /** All that these do with the document, where they only read fields of it. */
  readonly reads: DocumentReads | undefined
  /**
   * Of a container, whether its rules do nothing with it but to compare its length. Mongoose's own knows the document
   * that it is in, and what is in it can be written to.
   */
  readonly onlyMeasures: boolean
  /** Some rule can fail on a value that is there: not only a plain `required`. */
  readonly canFailOnValue: boolean
  /** Some rule is about null. */
  readonly hasNullRule: boolean
  /** As {@link canSeeDocument}, for the default. */
  readonly canDefaultSeeDocument: boolean
}

/** The facts, and what they were read from. */
interface Reading {
  readonly facts: RuleFacts
  /** Each rule and its function, then the setters. In one array, because there is one for each path of a schema. */
  readonly rules: readonly unknown[]
  readonly defaultValue: unknown
}

/** Of types whose rules get a container, and of all others. */
const readings = { ofContainers: new WeakMap<SchemaType, Reading>(), ofValues: new WeakMap<SchemaType, Reading>() }

let changes = 0

/** How many times a type was found to have other rules than before: what follows from several types may be outdated. */
export function ruleChanges(): number {
  return changes
}

/** `isContainer` tells whether the rules get a Mongoose array, Map or sub-document rather than a plain value. */
export function ruleFactsOf(type: SchemaType, isContainer: boolean): RuleFacts {
  const among = isContainer ? readings.ofContainers : readings.ofValues
  const known = among.get(type)
  if (known !== undefined) {
    if (isFresh(known, type)) return known.facts
    changes++
  }
  const { validators, defaultValue } = type
  const setters = settersIn(type)
  const facts = readFacts(type, isContainer)
  const rules = [...validators.flatMap((entry) => [entry, functionOf(entry)]), ...setters]
  among.set(type, { facts, rules, defaultValue })
  return facts
}

/** Applications also write to what is in the arrays. */
function isFresh({ rules, defaultValue }: Reading, type: SchemaType): boolean {
  const { validators } = type
  const setters = settersIn(type)
  if (defaultValue !== type.defaultValue || rules.length !== 2 * validators.length + setters.length) return false
  for (let index = 0; index < validators.length; index++) {
    const entry = validators[index]
    if (entry !== rules[2 * index] || functionOf(entry) !== rules[2 * index + 1]) return false
  }
  const first = 2 * validators.length
  for (let index = 0; index < setters.length; index++) if (setters[index] !== rules[first + index]) return false
  return true
}

/** All setters of a type, and of the members of a Union, which it runs. */
function settersIn({ setters, schemaTypes }: SchemaType): readonly unknown[] {
  return schemaTypes === undefined ? setters : [...setters, ...schemaTypes.flatMap((member) => member.setters)]
}

function functionOf(entry: ValidatorEntry | null | undefined): unknown {
  return entry?.validator
}

function readFacts(type: SchemaType, isContainer: boolean): RuleFacts {
  const setters = settersOf(type)
  const entries = entriesOf(type)
  const given = isContainer ? type.options.default : type.defaultValue
  // Of a container, Mongoose's own.
  const isCastWithDocument = (!isContainer || type.schemaTypes !== undefined) && isSeenByCast(type)
  const isSeenBySetters = isCastWithDocument || setters.some((setter) => canSeeDocument(setter, Infinity))
  return {
    count: entries.length,
    setterCount: setters.length + (isCastWithDocument ? 1 : 0),
    contentSetterCount: isContainer ? directSettersOf(type).length : 0,
    canSeeDocument:
      entries.some((entry) => entrySeesDocument(type, entry, isContainer)) ||
      isSeenBySetters ||
      (isContainer && setters.length > 0),
    reads: isSeenBySetters ? undefined : joinReads(entries.map((entry) => entryReads(type, entry))),
    onlyMeasures:
      isContainer &&
      setters.length === 0 &&
      !isCastWithDocument &&
      entries.every((entry) => entry.validator === type.requiredValidator || measureOf(entry.validator) !== undefined),
    canRequiredSeeDocument: entries.some(
      (entry) => entry.validator === type.requiredValidator && entrySeesDocument(type, entry, isContainer),
    ),
    canFailOnValue: entries.some((entry) => !isAboutAbsence(type, entry)),
    hasNullRule: entries.some((entry) => entry.validator === type.requiredValidator || isAllowNull(type, entry)),
    canDefaultSeeDocument: typeof given === 'function' && canSeeDocument(given as () => unknown, 0),
  }
}

/** Mongoose calls `cast(value, document, …)`. Its `this` is the type. */
function isSeenByCast(type: SchemaType): boolean {
  return [type, ...(type.schemaTypes ?? [])].some((each) => {
    const cast = replacedCast(each)
    return cast !== undefined && takesDocument(cast, 1)
  })
}

function isAboutAbsence(type: SchemaType, entry: ValidatorEntry): boolean {
  return isPlainRequired(type, entry) || isAllowNull(type, entry)
}

/** A rule, its message or its condition. Rules of containers get Mongoose's own, which knows its document. */
function entrySeesDocument(type: SchemaType, entry: ValidatorEntry, isContainer: boolean): boolean {
  if (entryReads(type, entry) !== noReads) return true
  return isContainer && !isOwnRequired(type, entry) && !isAllowNull(type, entry)
}

function entryReads(type: SchemaType, entry: ValidatorEntry): DocumentReads | undefined {
  const { validator, message, ErrorConstructor } = entry
  if (ErrorConstructor) return undefined
  if (typeof message === 'function' && !isWrapped(type, entry) && canSeeDocument(message, 1)) return undefined
  if (isOwnRequired(type, entry)) {
    const condition = type.originalRequiredValue
    const judge = replacedPresence(type)
    if (judge !== undefined && takesDocument(judge, 1)) return undefined
    return typeof condition === 'function' ? documentReadsOf(condition as () => unknown, 0) : noReads
  }
  if (typeof validator !== 'function' || isBuiltInRule(type, entry)) return noReads
  const limit = functionLimitOf(type, entry)
  if (limit !== undefined) return canSeeDocument(limit, Infinity) ? undefined : noReads
  // What it writes, rules may read of the document.
  if (type.instance === 'Date' && mayWriteDate(validator)) return undefined
  return documentReadsOf(validator, Infinity)
}
