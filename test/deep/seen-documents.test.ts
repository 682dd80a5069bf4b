import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { Random } from '../fuzz/random.ts'
import { looseGuard } from '../support/guard.ts'
import { isMongoose8, modelOf, sub } from '../support/models.ts'

/** The schemas and bodies are drawn by it. */
const seed = Number(process.env.FUZZ_SEED ?? 20261126)

/** A body that has it is so long that the document is built without Mongoose's bookkeeping. */
const long = 'x'.repeat(1200)

interface Part {
  readonly definition: Record<string, unknown>
  readonly given: Record<string, unknown>
  /** Every path of the schema, without indexes and with the keys of Maps that bodies have. */
  readonly paths: string[]
}

interface Document {
  readonly $__: { readonly activePaths: { readonly paths: Readonly<Record<string, string>> } }
  readonly isNew: boolean
  readonly $op: unknown
  readonly errors: unknown
  readonly $isDocumentArrayElement?: boolean
  modifiedPaths(options?: object): string[]
  directModifiedPaths(): string[]
  isModified(path?: string): boolean
  isDirectModified(path: string): boolean
  $isDefault(path: string): boolean
  isInit(path: string): boolean
  isSelected(path: string): boolean
  get(path: string): unknown
  set(values: object): unknown
  toObject(options: object): object
  parent?(): Document | undefined
  ownerDocument?(): Document
  $isValid(path: string): boolean
  validate(): Promise<void>
}

/** Draws schemas whose rules note what they see of the document, and bodies for them. */
class Drawing {
  private names = 0
  private readonly random: Random

  constructor(
    seedOfDrawing: number,
    private readonly see: (document: Document, name: string, paths: readonly string[]) => void,
  ) {
    this.random = new Random(seedOfDrawing)
  }

  /** The fields of an object, of which the first one watches. `isDocument` tells of a level with a document of its own. */
  part(depth: number, isDocument = true): Part {
    const definition: Record<string, unknown> = {}
    const given: Record<string, unknown> = {}
    const paths: string[] = []
    const watch = this.name('w')
    if (isDocument) {
      const see = this.see
      definition[watch] = {
        type: String,
        validate(this: Document) {
          see(this, watch, paths)
          return true
        },
      }
      given[watch] = 'seen'
    }
    for (let left = 1 + this.random.int(3); left > 0; left--) {
      const key = this.name('f')
      const { definition: type, given: value, paths: inner } = this.field(depth)
      definition[key] = type
      if (this.random.chance(0.7)) given[key] = value
      paths.push(key, ...inner.map((path) => `${key}.${path}`))
    }
    return { definition, given, paths }
  }

  private field(depth: number): { definition: unknown; given: unknown; paths: string[] } {
    const kind = depth <= 0 ? this.random.int(3) : this.random.int(8)
    switch (kind) {
      case 0:
        return { definition: this.withDefault(String, 'd'), given: 'x', paths: [] }
      case 1:
        return {
          definition: this.withDefault([String], ['d', 'e']),
          given: this.random.pick([[], ['x', 'y']]),
          paths: ['0'],
        }
      case 2: {
        const definition = this.withDefault(Map, { d: 'd' }, { of: String })
        return { definition, given: this.random.pick([{}, { k: 'x', l: 'y' }]), paths: ['k', 'd'] }
      }
      case 3: {
        const { definition, given, paths } = this.part(depth - 1, false)
        return { definition, given, paths }
      }
      case 4: {
        const { definition, given, paths } = this.part(depth - 1)
        const map = { type: Map, of: sub(definition) }
        return { definition: map, given: { k: given, l: given }, paths: paths.map((path) => `k.${path}`) }
      }
      case 5: {
        const { definition, given, paths } = this.part(depth - 1)
        const list = this.withDefault([sub(definition)], [given])
        return { definition: list, given: [given, given], paths: ['0', '1', ...paths.map((path) => `0.${path}`)] }
      }
      default: {
        const { definition, given, paths } = this.part(depth - 1)
        return { definition: this.withDefault(sub(definition), given), given, paths }
      }
    }
  }

  private withDefault(type: unknown, value: unknown, options: object = {}): object {
    const choice = this.random.int(4)
    if (choice === 0) return { type, ...options, default: value }
    // Of Mongoose 8, a function's default may be validated for the document above alone.
    return choice === 1 && !isMongoose8
      ? { type, ...options, default: () => structuredClone(value) }
      : { type, ...options }
  }

  private name(start: string): string {
    return `${start}${this.names++}`
  }
}

/** Mongoose 8 validates some elements twice, and says so only the second time. */
const hasTwoTurns = ({ $isDocumentArrayElement }: Document) => isMongoose8 && $isDocumentArrayElement === true

/**
 * Which rule it was: in an update, Mongoose does not run those of all that is there. Mongoose 8 runs some of them for the
 * document above alone.
 */
function ruleIn(text: string): string {
  const { name, object } = JSON.parse(text) as { name: string; object: object }
  return isMongoose8 ? JSON.stringify([name, object]) : name
}

/** What a rule sees, as text, but for the long text of a body. */
function seenOf(document: Document, name: string, paths: readonly string[]): string {
  const told = [...paths, 'pad', 'none']
  const above = document.parent?.()
  const seen = {
    name,
    isNew: document.isNew,
    op: hasTwoTurns(document) ? undefined : document.$op,
    errors: document.errors,
    states: Object.entries(document.$__.activePaths.paths),
    modified: document.modifiedPaths(),
    withChildren: document.modifiedPaths({ includeChildren: true }),
    directly: document.directModifiedPaths(),
    isModified: [document.isModified(), told.filter((path) => document.isModified(path))],
    isDirectModified: told.filter((path) => document.isDirectModified(path)),
    isDefault: told.filter((path) => document.$isDefault(path)),
    isInit: told.filter((path) => document.isInit(path)),
    isSelected: told.filter((path) => document.isSelected(path)),
    isValid: told.filter((path) => document.$isValid(path)),
    values: told.map((path) => document.get(path)),
    object: document.toObject({ flattenMaps: true }),
    above: above && [above.toObject({ flattenMaps: true }), above.modifiedPaths(), above.directModifiedPaths()],
    owner: document.ownerDocument?.().modifiedPaths(),
  }
  return JSON.stringify(seen, (_key, value: unknown) => (value === undefined ? 'undefined' : value))
    .replaceAll(long, 'x')
    .replaceAll(/"_id":"[0-9a-f]{24}"/g, '"_id":""')
}

describe.each([false, true])('what a rule sees of a document, where partial is %s', (partial) => {
  it(`is what Mongoose shows it, in long bodies too (seed ${seed})`, async () => {
    const differences: unknown[] = []
    for (let nth = 0; nth < 120; nth++) {
      let seen = new Set<string>()
      const drawing = new Drawing(seed + nth, (document, name, paths) => seen.add(seenOf(document, name, paths)))
      const { definition, given } = drawing.part(2)
      const Model = modelOf({ pad: String, ...definition }, { versionKey: false })
      const guard = looseGuard(Model, { allow: ['pad', ...Object.keys(definition)], partial })
      const seenBy = async (run: () => unknown) => {
        seen = new Set()
        await run()
        return [...seen].sort()
      }
      const [expected, short, longer] = [
        await seenBy(() => {
          const values = structuredClone({ pad: 'x', ...given })
          const document = (partial ? Model.hydrate({}) : new Model(values)) as unknown as Document
          if (partial) document.set(values)
          return document.validate()
        }),
        await seenBy(() => guard.validate({ pad: 'x', ...given })),
        await seenBy(() => guard.validate({ pad: long, ...given })),
      ]
      mongoose.deleteModel(Model.modelName)
      expect(expected.length).toBeGreaterThan(0)
      const rules = new Set(expected.map(ruleIn))
      const unknown = short.filter((text) => rules.has(ruleIn(text)) && !expected.includes(text))
      if (unknown.length > 0) differences.push({ nth, expected, unknown })
      if (JSON.stringify(longer) !== JSON.stringify(short)) differences.push({ nth, short, longer })
    }
    expect(differences).toEqual([])
  })
})
