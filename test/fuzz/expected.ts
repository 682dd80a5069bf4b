import type { ModelLike, SchemaTypeLike, ValidatorLike } from './internals.ts'
import { spoiledBy, type Spoiled } from './known-mongoose-bugs.ts'
import {
  askMongoose,
  fromPlaceholders,
  OracleFailure,
  withVerbatimValues,
  type Verdict,
  type Verdicts,
} from './oracle.ts'
import {
  inSchemaOrder,
  isSelected,
  permittedPart,
  readBody,
  shapeAt,
  type Item,
  type Reading,
  type Selection,
} from './reference.ts'
import { isObject, shapeOfModel, type Json, type JsonObject, type Shape } from './shape.ts'
import { versionFacts } from './versions.ts'

export interface Expectation {
  items: Item[]
  spoiled: Spoiled
  /** Messages may print the keys of an object in another order. */
  isReordered: boolean
  /** The items may stand in another order. */
  isUnordered: boolean
}

type Answer = Verdicts | OracleFailure

/**
 * What the guard has to answer for each body: the documented JSON forms, and Mongoose's verdict on the rest. A body
 * that Mongoose cannot judge because of a known bug is not given to it.
 */
export async function expectOutcomes(
  model: ModelLike,
  { selection, partial }: { selection: Selection; partial: boolean },
  bodies: readonly JsonObject[],
): Promise<(Expectation | OracleFailure)[]> {
  const root = shapeOfModel(model)
  const { majors } = versionFacts(model.base.version)
  const read = bodies.map((body) => {
    const reading = readBody(root, selection, body)
    return { body, reading, spoiled: spoiledBy(root, [body, reading.pruned], { majors, partial }) }
  })
  const asked = read.filter(({ spoiled }) => !spoiled.whole).map(({ reading }) => reading)
  const answers = new Map<Reading, Answer>()
  for (const group of [asked.filter(isPlain), asked.filter((reading) => !isPlain(reading))]) {
    const verdicts = await askAbout(model, group)
    for (const [index, reading] of group.entries()) answers.set(reading, verdicts[index] ?? noAnswer)
  }
  const expectations: (Expectation | OracleFailure)[] = []
  for (const { body, reading, spoiled } of read) {
    const verdicts = spoiled.whole ? new Map<string, Verdict>() : (answers.get(reading) ?? noAnswer)
    if (verdicts instanceof OracleFailure) {
      expectations.push(verdicts)
      continue
    }
    await addHiddenByTaint(reading, verdicts, (some) => askAbout(model, some))
    const items = merge(root, selection, body, reading, verdicts)
    const counted = partial ? items.filter(({ segments }) => isGiven(body, segments, root)) : items
    expectations.push({
      items: counted,
      spoiled,
      isReordered: reading.isReordered || reading.hasSetters,
      isUnordered: reading.hasSetters,
    })
  }
  return expectations
}

const noAnswer = new OracleFailure('Mongoose was not asked')

/**
 * Asks Mongoose with values inserted verbatim where templates would interpret them. The guard leaves it to functions of
 * Mongoose's own that make messages.
 */
async function askAbout(model: ModelLike, readings: readonly Reading[]): Promise<Answer[]> {
  const ask = (): Promise<Answer[]> =>
    askMongoose(
      model,
      readings.map((reading) => structuredClone(reading.pruned)),
    )
  const answers = await ask()
  if (readings.every(isPlain)) return answers
  const verbatim = await withVerbatimValues(ask)
  if (!versionFacts(model.base.version).hasLengthMessages) return verbatim
  return verbatim.map((answer, index) => {
    const plain = answers[index]
    if (answer instanceof OracleFailure || plain === undefined || plain instanceof OracleFailure) return answer
    for (const [path, verdict] of answer) if (verdict.rule === 'maxlength') answer.set(path, plain.get(path) ?? verdict)
    return answer
  })
}

/** Whether no text of the body could be taken for part of a message template. */
function isPlain({ pruned }: Reading): boolean {
  return !/[${]./.test(JSON.stringify(pruned).replaceAll('{"', '').replaceAll('{}', ''))
}

/**
 * A sub-document whose own rule fails is not looked into by Mongoose, nor is an array of them by Mongoose 8. Where it
 * holds a wrong type, the guard runs no rule of its own, so its content counts: Mongoose is asked again without them.
 */
async function addHiddenByTaint(
  reading: Reading,
  verdicts: Verdicts,
  ask: (some: readonly Reading[]) => Promise<Answer[]>,
): Promise<void> {
  const { tainted } = reading
  const failing = new Set([...tainted.keys()].filter((path) => verdicts.has(path)))
  if (failing.size === 0) return
  const silenced = new Map<SchemaTypeLike, Rules>()
  for (const shape of tainted.values()) if (shape.kind !== 'nested') silenced.set(shape.type, { ...shape.type })
  try {
    for (const type of silenced.keys()) silence(type, tainted)
    const [again] = await ask([reading])
    if (again === undefined || again instanceof OracleFailure) return
    for (const [path, verdict] of again) if (!verdicts.has(path) && isBelow(path, failing)) verdicts.set(path, verdict)
  } finally {
    for (const [type, { validators, requiredValidator, originalRequiredValue }] of silenced)
      Object.assign(type, { validators, requiredValidator, originalRequiredValue })
  }
}

type Rules = Pick<SchemaTypeLike, 'validators' | 'requiredValidator' | 'originalRequiredValue'>

function silence(type: SchemaTypeLike, tainted: ReadonlyMap<string, Shape>): void {
  const { validators, requiredValidator, originalRequiredValue: condition } = type
  type.validators = validators.map((entry) => unlessTainted(entry, tainted))
  // Mongoose runs this one on absent values too.
  type.requiredValidator =
    type.validators[validators.findIndex(({ validator }) => validator === requiredValidator)]?.validator
  if (typeof condition === 'function') type.originalRequiredValue = exceptTainted(condition, type.path, tainted)
}

/** How Mongoose's sub-documents and arrays tell where they are. */
interface Located {
  $__fullPathWithIndexes: () => string
  $path: () => string
  $parent: () => Partial<Located> | undefined
}

/** A rule that passes whatever stands at a tainted path. */
function unlessTainted(entry: ValidatorLike, tainted: ReadonlyMap<string, Shape>): ValidatorLike {
  const { validator } = entry
  const isSilent = (value: unknown): boolean => {
    const { $parent, $path, $__fullPathWithIndexes: pathOf } = (value ?? {}) as Partial<Located>
    if (pathOf !== undefined) return tainted.has(pathOf.call(value))
    if (!Array.isArray(value) || $path === undefined) return false
    const above = $parent?.call(value)
    const prefix = above?.$__fullPathWithIndexes?.()
    return tainted.has(prefix === undefined ? $path.call(value) : `${prefix}.${$path.call(value)}`)
  }
  // Mongoose 8 tests undefined by a RegExp, and asks no function about it.
  if (validator instanceof RegExp) {
    const test = (value: unknown): boolean => isSilent(value) || validator.test(value as string)
    return { ...entry, validator: Object.assign(new RegExp(validator), { test }) }
  }
  const run = validator as (this: unknown, ...given: unknown[]) => unknown
  return {
    ...entry,
    validator: function (this: unknown, value: unknown, ...rest: unknown[]): unknown {
      return isSilent(value) || run.call(this, value, ...rest)
    },
  }
}

/** A condition of `required` that says no of a tainted path. Mongoose asks it before it comes to the rules. */
function exceptTainted(condition: unknown, path: string, tainted: ReadonlyMap<string, Shape>): unknown {
  const ask = condition as (this: unknown, document: unknown) => unknown
  return function (this: Partial<Located>, document: unknown): unknown {
    const prefix = this.$__fullPathWithIndexes?.()
    return tainted.has(prefix === undefined ? path : `${prefix}.${path}`) ? false : ask.call(this, document)
  }
}

function merge(
  root: ReturnType<typeof shapeOfModel>,
  selection: Selection,
  body: JsonObject,
  reading: Reading,
  verdicts: Verdicts,
): Item[] {
  const items = [...reading.items]
  const permitted = permittedPart(body, items)
  const taken = new Set(items.filter(({ code }) => code === 'invalid_value').map((item) => item.segments.join('.')))
  const refused = new Map(reading.refused)
  const refusedPaths = new Set(refused.keys())
  for (const [path, verdict] of verdicts) {
    const segments = path.split('.')
    const shape = shapeAt(root, segments, permitted)
    // Mongoose files some errors a second time, under `map.$*`, `nested` or `nested.`.
    if (path.includes('.$*') || shape === undefined || shape.kind === 'nested') continue
    if (taken.has(path) || reading.tainted.has(path) || isBelow(path, reading.removed)) continue
    if (isBelow(path, reading.unmade)) continue
    if (isBelow(parentOf(path), refusedPaths) || !isSelected(root, selection, segments, permitted)) continue
    const rule = verdict.isRaw ? rawRule(shape, verdict) : verdict.rule
    if (refused.has(path) && rule !== 'required' && rule !== 'allowNull') {
      // A setter may have made something else of the null, which then met other rules.
      if (verdict.isRaw || verdict.value !== null || !forbidsNull(shape)) continue
      refused.set(path, nullItem(root, segments, permitted))
      continue
    }
    refused.delete(path)
    items.push({ code: 'invalid_value', segments, rule, message: fromPlaceholders(verdict.message) })
  }
  return inSchemaOrder([...items, ...refused.values()], root, body, permitted)
}

/** The rule of an error that no rule gave: a `required` function, a default or a setter threw, or a value did not cast. */
function rawRule(shape: Exclude<Shape, { kind: 'nested' }>, verdict: Verdict): string {
  if (verdict.isCast) return 'user defined'
  const { options } = shape.type
  const required = Array.isArray(options.required) ? (options.required as unknown[])[0] : options.required
  const isRequired = typeof required === 'function' && !isDefaultAtFault(shape.type, verdict.message)
  return isRequired ? 'required' : 'user defined'
}

const emptyDocument = { get: () => undefined }

/** Whether making the default ends with this message: of an absent field, or of one whose setter made nothing. */
function isDefaultAtFault(type: SchemaTypeLike, message: string): boolean {
  const given = type.options.default
  try {
    const made: unknown = typeof given === 'function' ? (given as () => unknown).call(emptyDocument) : given
    // An array has an empty one where no other is given.
    if (type.setters.length > 0) type.applySetters(made ?? [], emptyDocument)
    else type.cast(made)
    return false
  } catch (error) {
    return error instanceof Error && error.message === message
  }
}

/** `allowNull: false` comes before the rules that were declared before it, where null has no room anyway. */
function forbidsNull(shape: Exclude<Shape, { kind: 'nested' }>): boolean {
  return shape.type.validators.some(({ type }) => type === 'allowNull')
}

function nullItem(root: ReturnType<typeof shapeOfModel>, segments: string[], body: JsonObject): Item {
  let text: string[] = []
  for (const [index, segment] of segments.entries()) {
    const above = shapeAt(root, segments.slice(0, index), body)
    const isDocument = above?.kind === 'sub'
    text = [...(isDocument ? [] : text), segment]
    const here = shapeAt(root, segments.slice(0, index + 1), body)
    if (above?.kind === 'map' && here?.kind === 'array' && here.of.kind === 'sub') text[text.length - 1] = '$*'
  }
  const message = `Path \`${text.join('.')}\` does not allow null values.`
  return { code: 'invalid_value', segments, rule: 'allowNull', message }
}

function valueAt(body: Json, segments: readonly string[]): Json | undefined {
  let value: Json | undefined = body
  for (const segment of segments) {
    value =
      isObject(value) && Object.hasOwn(value, segment)
        ? value[segment]
        : Array.isArray(value)
          ? value[Number(segment)]
          : undefined
  }
  return value
}

/** Whether a partial guard looks at a path: it is in the body, below a null, or within an element of an array or a Map, or a Union. */
function isGiven(body: JsonObject, segments: readonly string[], root: ReturnType<typeof shapeOfModel>): boolean {
  for (let length = 1; length <= segments.length; length++) {
    const path = segments.slice(0, length)
    const above = shapeAt(root, path.slice(0, -1), body)
    if (above?.kind === 'array' || above?.kind === 'map' || above?.kind === 'union') return true
    const value = valueAt(body, path)
    if (value === undefined) return false
    if (value === null) return true
  }
  return true
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')))

function isBelow(path: string, removed: ReadonlySet<string>): boolean {
  if (removed.size === 0) return false
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1))
    if (removed.has(path.slice(0, end))) return true
  return false
}
