import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { type LooseGuard, looseGuard } from '../support/guard.ts'
import { isMongoose8, modelOf, sub } from '../support/models.ts'

/** Every name that a field, a virtual or a method can hide in a document. */
function membersOf(some: object | null): string[] {
  if (some === null || some === Object.prototype) return []
  return [...Object.getOwnPropertyNames(some), ...membersOf(Object.getPrototypeOf(some) as object | null)]
}

const Sample = modelOf({ inner: sub({}), list: [sub({})] })
const sample = new Sample({ inner: {}, list: [{}] }) as unknown as { inner: object; list: object[] }
const names = new Set([sample, sample.inner, ...sample.list].flatMap(membersOf))
for (const name of ['constructor', '_id', 'inner', 'list', '__v', '__proto__']) names.delete(name)
for (const name of ['$errors', 'then', 'paths']) names.add(name)
// Mongoose 8 throws where nobody can catch it for many of the others, and its validation never ends.
const ownOfMongoose8 = ['get', 'set', 'schema', 'parent', '$parent', 'errors', 'isNew', 'init', '$init', 'save']
const tried = isMongoose8 ? ownOfMongoose8 : [...names]

/** A value that the rules, which need the document, accept or refuse. */
const judged = {
  tags: { type: [String], validate: (tags: string[]) => tags.length < 3 },
  role: {
    type: String,
    validate(this: { owner?: string }, role: string) {
      return role !== 'admin' || this.owner === 'root'
    },
  },
  owner: String,
}
const good = { owner: 'root', role: 'admin', tags: ['a'] }
const bad = { owner: 'eve', role: 'admin', tags: ['a', 'b', 'c'] }
const options = { suppressReservedKeysWarning: true }

const places: [where: string, define: (schema: mongoose.Schema) => object, body: (inner: object) => object][] = [
  ['a document', (schema) => schema, (inner) => inner],
  ['a sub-document', (schema) => ({ inner: schema }), (inner) => ({ inner })],
  ['an element', (schema) => ({ inner: [schema] }), (inner) => ({ inner: [inner] })],
]

/** What Mongoose says of a body; `undefined` where it cannot live with the schema. */
async function verdictOfMongoose(document: () => mongoose.Document): Promise<string[] | undefined> {
  try {
    await document().validate()
    return []
  } catch (error) {
    if (!(error instanceof mongoose.Error.ValidationError)) return undefined
    const { errors } = error
    const isBroken = Object.values(errors).some(
      ({ name, message }) => name !== 'ValidatorError' || message.includes('TypeError'),
    )
    return isBroken ? undefined : Object.keys(errors).sort()
  }
}

async function expectVerdictOfMongoose(
  SomeModel: mongoose.Model<unknown>,
  allow: string[],
  bodies: readonly object[],
): Promise<void> {
  const [create, update] = [false, true].map((partial) => looseGuard(SomeModel, { allow, allowNull: true, partial }))
  const found = async (guard: LooseGuard | undefined, body: object) => {
    const outcome = await guard?.validate(body)
    return outcome?.ok === false ? outcome.errors.map(({ path }) => path).sort() : []
  }
  for (const body of bodies) {
    const created = await verdictOfMongoose(() => new SomeModel(body) as mongoose.Document)
    const updated = await verdictOfMongoose(() => SomeModel.hydrate({}).set(body))
    if (created !== undefined) expect(await found(create, body)).toEqual(created)
    if (updated !== undefined) expect(await found(update, body)).toEqual(updated)
  }
}

describe.each(places)('%s whose schema hides a member of Mongoose documents', (where, define, bodyWith) => {
  const isTop = where === 'a document'

  it.each(tried)('%s as a field is judged as by Mongoose', async (name) => {
    let SomeModel: mongoose.Model<unknown>
    try {
      SomeModel = modelOf(define(sub({ ...judged, [name]: String }, options)), options) as never
    } catch {
      // Mongoose takes no such field.
      return
    }
    const allow = isTop ? ['tags', 'role', 'owner', name] : ['inner']
    const bodies = [good, bad, { ...good, [name]: 'x' }, { ...bad, [name]: 'x' }]
    await expectVerdictOfMongoose(SomeModel, allow, bodies.map(bodyWith))
  })

  it.each(['get', 'schema', '$parent', '$errors'])('%s as a virtual or a method changes nothing', async (name) => {
    const withMethod = sub(judged)
    withMethod.method(name, () => 1, { suppressWarning: true })
    const withVirtual = sub(judged)
    try {
      withVirtual.virtual(name).get(() => 1)
    } catch {
      // Mongoose takes no such virtual.
    }
    for (const schema of [withVirtual, withMethod]) {
      let SomeModel: mongoose.Model<unknown>
      try {
        SomeModel = modelOf(define(schema)) as never
      } catch {
        continue
      }
      const allow = isTop ? ['tags', 'role', 'owner'] : ['inner']
      await expectVerdictOfMongoose(SomeModel, allow, [good, bad].map(bodyWith))
    }
  })
})
