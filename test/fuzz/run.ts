import { disturb, drawBody } from './bodies.ts'
import { compareBatch, newTally, type Batch, type Disagreement, type Tally } from './compare.ts'
import { describeModel } from './describe.ts'
import { buildModel, printModel, type ModelDescription } from './description.ts'
import type { ModelLike } from './internals.ts'
import { Random } from './random.ts'
import { drawAllow } from './selection.ts'
import { shapeOfModel } from './shape.ts'
import { shrink } from './shrink.ts'
import { versionFacts, type VersionFacts } from './versions.ts'

export interface RunOptions {
  seed: number
  bodies: number
  /** The default export of `mongoose`. */
  mongoose: { version: string; Mongoose: unknown }
  bodiesPerSchema?: number
  /** Compares these schemas of the seed only. */
  only?: readonly number[]
  /** Stops after so many disagreements. */
  stopAfter?: number
  onProgress?: (tally: Tally, disagreements: readonly Disagreement[]) => void
}

export interface RunReport {
  tally: Tally
  schemas: number
  disagreements: Disagreement[]
  /** Numbers of the schemas with disagreements, which repeat them alone. */
  failing: number[]
}

type MongooseClass = new (options: object) => { version: string }

function* naturals(): Generator<number> {
  for (let index = 0; ; index++) yield index
}

/** Draws schemas and bodies until enough bodies were compared. The n-th schema of a seed is always the same. */
export async function runFuzz(options: RunOptions): Promise<RunReport> {
  const Mongoose = options.mongoose.Mongoose as MongooseClass
  const facts = versionFacts(options.mongoose.version)
  const tally = newTally()
  const disagreements: Disagreement[] = []
  const failing: number[] = []
  let schemas = 0
  const indexes = options.only ?? naturals()
  for (const index of indexes) {
    if (tally.bodies >= options.bodies || disagreements.length >= (options.stopAfter ?? 1)) break
    const batch = drawBatch(options.seed, index, facts, Mongoose, options.bodiesPerSchema ?? 60)
    if (batch === undefined) continue
    schemas++
    const found = await compareBatch(batch, Mongoose, tally)
    if (found.length > 0) failing.push(index)
    disagreements.push(...found)
    options.onProgress?.(tally, disagreements)
  }
  return { tally, schemas, disagreements, failing }
}

function drawBatch(
  seed: number,
  index: number,
  { majors, takesInheritedKinds, hidesMapsInArrays }: VersionFacts,
  Mongoose: MongooseClass,
  count: number,
): Batch | undefined {
  const random = new Random(seed * 1_000_003 + index)
  const description = describeModel(random, majors)
  const model = tryBuild(description, Mongoose)
  if (model === undefined) return undefined
  const printed = printModel(description)
  if (hidesMapsInArrays && /\[\{ \$?type: Map/.test(printed)) return undefined
  const root = shapeOfModel(model)
  const allow = random.chance(0.3) ? drawAllow(root, random) : undefined
  // What a rule sees of the stored document under `partial` has no counterpart in `new Model(body)`.
  const partial =
    !/this|doc =>|\(p, d\)|immutable|timestamps|default: (\(\) => )?'A'/.test(printed) && random.chance(0.3)
  const bodies = Array.from({ length: count }, (_, nth) => {
    const depth = 2 + (nth % 3)
    const nulls = nth % 4 === 0 ? 0.15 : 0.02
    const body = drawBody(root, { random, depth, absent: 0.2, null: nulls, avoidsInheritedKinds: takesInheritedKinds })
    return nth % 5 === 0 ? disturb(body, random) : body
  })
  return { description, bodies, ...(allow === undefined ? {} : { allow }), ...(partial ? { partial } : {}) }
}

/** Undefined where Mongoose refuses the schema: the generator may draw options that do not go together. */
function tryBuild(description: ModelDescription, Mongoose: MongooseClass): ModelLike | undefined {
  try {
    return buildModel(description, new Mongoose({ autoIndex: false, autoCreate: false })) as ModelLike
  } catch {
    return undefined
  }
}

/** Makes a disagreement as small as it gets while it stays one of the same sort. */
export async function shrinkDisagreement(found: Disagreement, mongoose: RunOptions['mongoose']): Promise<Disagreement> {
  const Mongoose = mongoose.Mongoose as MongooseClass
  let last = found
  await shrink({ ...found.batch, bodies: [found.body] }, async (candidate) => {
    try {
      const again = (await compareBatch(structuredClone(candidate), Mongoose)).find(({ what }) => what === found.what)
      if (again === undefined) return false
      last = again
      return true
    } catch {
      return false
    }
  })
  return last
}

/** A disagreement as a text to paste into a report: the code of the schema, the body, and the two answers. */
export function printDisagreement({ what, batch, body, expected, seen }: Disagreement): string {
  return [
    `--- ${what}`,
    printModel(batch.description),
    `allow: ${batch.allow === undefined ? 'every path' : JSON.stringify(batch.allow)}${batch.partial === true ? ', partial' : ''}`,
    `body: ${JSON.stringify(body)}`,
    `expected: ${JSON.stringify(expected, null, 1)}`,
    `seen: ${typeof seen === 'string' ? seen : JSON.stringify(seen, null, 1)}`,
  ].join('\n')
}
