import { isDeepStrictEqual } from 'node:util'
import { createGuard } from '../../src/index.ts'
import { buildModel, type ModelDescription } from './description.ts'
import { expectOutcomes, type Expectation } from './expected.ts'
import type { ModelLike } from './internals.ts'
import { OracleFailure, withRejectionsIgnored } from './oracle.ts'
import { selectionOf, everyPath } from './selection.ts'
import { shapeOfModel, type JsonObject } from './shape.ts'

export interface Batch {
  description: ModelDescription
  /** `undefined` allows every path. */
  allow?: string[]
  partial?: boolean
  bodies: JsonObject[]
}

export interface Disagreement {
  what: string
  batch: Batch
  body: JsonObject
  expected: unknown
  seen: unknown
}

export interface Tally {
  bodies: number
  accepted: number
  /** Bodies that Mongoose cannot judge, by the known bug. */
  excepted: Map<string, number>
}

export const newTally = (): Tally => ({ bodies: 0, accepted: 0, excepted: new Map() })

interface SeenItem {
  code: string
  path?: string | undefined
  rule?: string | undefined
  message: string
}

type Outcome = { ok: true; validated: unknown } | { ok: false; errors: readonly SeenItem[] }

interface GuardLike {
  validate(body: unknown): Outcome | Promise<Outcome>
}

type MongooseModule = new (options: object) => { version: string }

/** Compares the guard with Mongoose on every body of a batch, on a Mongoose instance of its own. */
export async function compareBatch(
  batch: Batch,
  Mongoose: MongooseModule,
  tally: Tally = newTally(),
): Promise<Disagreement[]> {
  const instance = new Mongoose({ autoIndex: false, autoCreate: false })
  const model = buildModel(batch.description, instance) as ModelLike
  const options = { ...(batch.allow === undefined ? {} : { allow: batch.allow }), partial: batch.partial === true }
  const found = await compareModel(model, batch.bodies, options, tally)
  return found.map(({ what, body, expected, seen }) => ({
    what,
    batch: { ...batch, bodies: [body] },
    body,
    expected,
    seen,
  }))
}

export async function compareModel(
  model: ModelLike,
  bodies: readonly JsonObject[],
  options: { allow?: readonly string[]; partial?: boolean },
  tally: Tally = newTally(),
): Promise<Omit<Disagreement, 'batch'>[]> {
  const root = shapeOfModel(model)
  const allow = options.allow ?? everyPath(root)
  const selection = options.allow === undefined ? true : selectionOf(options.allow)
  const partial = options.partial === true
  const expectations = await withRejectionsIgnored(() => expectOutcomes(model, { selection, partial }, bodies))
  const guard = createGuard(
    model as never,
    {
      allow,
      partial,
      allowNull: true,
      maxErrors: Infinity,
    } as never,
  ) as unknown as GuardLike
  const found: Omit<Disagreement, 'batch'>[] = []
  const unhandled = await countingRejections(async () => {
    for (const [index, body] of bodies.entries()) {
      tally.bodies++
      const expectation = expectations[index]
      if (expectation === undefined) continue
      const disagreement = await compareBody(guard, body, expectation, tally)
      if (disagreement !== undefined) found.push({ ...disagreement, body })
    }
  })
  if (unhandled.length > 0)
    found.push({ what: 'unhandled rejection', body: bodies[0] ?? {}, expected: 'none', seen: unhandled.map(String) })
  return found
}

async function compareBody(
  guard: GuardLike,
  body: JsonObject,
  expectation: Expectation | OracleFailure,
  tally: Tally,
): Promise<Pick<Disagreement, 'what' | 'expected' | 'seen'> | undefined> {
  if (expectation instanceof OracleFailure)
    return { what: 'Mongoose gave no verdict', expected: expectation.message, seen: undefined }
  const { spoiled, items, isReordered, isUnordered } = expectation
  for (const { name } of spoiled.bugs) tally.excepted.set(name, (tally.excepted.get(name) ?? 0) + 1)
  const counts = ({ path }: SeenItem): boolean => path === undefined || !spoiled.spoils(path)
  const expected = items
    .map(({ code, segments, rule, message }) =>
      comparable({ code, path: segments.join('.'), rule, message }, isReordered),
    )
    .filter(counts)
  if (spoiled.hangs) return undefined
  let outcome: Outcome
  try {
    outcome = await guard.validate(deepFreeze(body))
  } catch (error) {
    return { what: 'the guard threw', expected, seen: error instanceof Error ? (error.stack ?? error.message) : error }
  }
  if (spoiled.whole) return undefined
  if (!outcome.ok) {
    const seen = outcome.errors.map((item) => comparable(item, isReordered)).filter(counts)
    if (isDeepStrictEqual(seen, expected)) return undefined
    const sorted = (items: object[]): string[] => items.map((item) => JSON.stringify(item)).sort()
    if (!isDeepStrictEqual(sorted(seen), sorted(expected))) return { what: 'errors', expected, seen }
    return isUnordered ? undefined : { what: 'order', expected, seen }
  }
  tally.accepted++
  if (expected.length > 0) return { what: 'errors', expected, seen: [] }
  if (!isDeepStrictEqual(outcome.validated, body)) return { what: 'validated', expected: body, seen: outcome.validated }
  return undefined
}

/**
 * An item without what differs from one document to the next: the ids that Mongoose makes up show in some messages, and
 * the order of keys where the fuzzer had to change it.
 */
function comparable({ code, path, rule, message }: SeenItem, isReordered: boolean): SeenItem {
  const text = message.replace(/new ObjectId\('[0-9a-f]{24}'\)/g, "new ObjectId('…')")
  return {
    code,
    message: isReordered
      ? text
          .split(/[\s,]+/)
          .sort()
          .join(' ')
      : text,
    ...(path === undefined ? {} : { path }),
    ...(rule === undefined ? {} : { rule }),
  }
}

async function countingRejections(work: () => Promise<void>): Promise<unknown[]> {
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const reasons: unknown[] = []
  const note = (reason: unknown): void => void reasons.push(reason)
  process.on('unhandledRejection', note)
  try {
    await work()
    await new Promise((done) => setImmediate(done))
  } finally {
    process.off('unhandledRejection', note)
    for (const listener of listeners) process.on('unhandledRejection', listener)
  }
  return reasons
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const child of Object.values(value)) deepFreeze(child)
  }
  return value
}
