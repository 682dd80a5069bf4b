import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuard, GuardConfigError, toUpdate } from '../../src/index.ts'
import { startEmbeddedDatabase } from '../../examples/database/embedded-database.ts'
import { looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const { Schema } = mongoose

const home = new Schema({ city: String, zip: String, geo: { lat: Number, lng: Number } }, { _id: false })
const size = new Schema({ width: Number, height: Number }, { _id: false })
const logo = new Schema(
  { url: { type: String, required: true }, size, focus: { x: Number, y: Number } },
  { _id: false },
)
const schema = new Schema(
  {
    name: { type: String, required: true },
    address: { city: String, zip: String, deep: { a: Number, b: Number } },
    home,
    homes: [home],
    tags: [String],
    scores: { type: Map, of: Number },
    preferences: {},
    price: Schema.Types.Decimal128,
    photo: Buffer,
    owner: Schema.Types.ObjectId,
    since: Date,
    logo: { type: logo, default: null },
    'dotted.path': String,
  },
  { discriminatorKey: 'kind' },
)
const connection = mongoose.createConnection()
const Place = connection.model('Place', schema)
Place.discriminator('Shop', new Schema({ hours: { from: Number, to: Number } }), 'shop')

/** What a body is written as, after it passed a guard for an update. */
async function updateOf(body: object, allow = Object.keys(body)) {
  const outcome = await createGuard(Place, { allow: allow as never[], partial: true, allowNull: true }).validate(body)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors))
  return toUpdate(Place, outcome.validated).$set
}

/** What Mongoose would send to the database. */
function castBy(Model: ReturnType<typeof modelOf>, update: object): unknown {
  const query = Model.updateOne({}, update)
  const cast = query as unknown as { _castUpdate(update: unknown, overwrite: boolean): unknown }
  return cast._castUpdate(query.getUpdate(), false)
}

describe('toUpdate', () => {
  it.each([
    ['a field', { name: 'Ada' }, { name: 'Ada' }],
    ['a nested object', { address: { city: 'London' } }, { 'address.city': 'London' }],
    ['nested objects in each other', { address: { deep: { a: 1 } } }, { 'address.deep.a': 1 }],
    ['a single sub-schema', { home: { zip: 'N1', geo: { lat: 51 } } }, { 'home.zip': 'N1', 'home.geo.lat': 51 }],
    ['a dotted definition', { dotted: { path: 'x' } }, { 'dotted.path': 'x' }],
    ['an array of sub-schemas', { homes: [{ city: 'Rome' }] }, { homes: [{ city: 'Rome' }] }],
    ['an array of primitives', { tags: ['a'] }, { tags: ['a'] }],
    ['a Map', { scores: { math: 1 } }, { scores: { math: 1 } }],
    ['a Mixed', { preferences: { theme: { dark: true } } }, { preferences: { theme: { dark: true } } }],
    ['the object form of a Decimal128', { price: { $numberDecimal: '1.5' } }, { price: { $numberDecimal: '1.5' } }],
    ['the object form of a Buffer', { photo: { type: 'Buffer', data: [1] } }, { photo: { type: 'Buffer', data: [1] } }],
    ['a null for a whole object', { home: null, address: null }, { home: null, address: null }],
    ['an empty object', { home: {}, address: {} }, {}],
    ['nothing', {}, {}],
    ['the part of a sub-schema whose default is null', { logo: { url: 'a' } }, { 'logo.url': 'a' }],
    [
      'the whole of a sub-schema whose default is null, but for one field',
      { logo: { url: 'a', size: { width: 1, height: 2 }, focus: { x: 1 } } },
      { 'logo.url': 'a', 'logo.size.width': 1, 'logo.size.height': 2, 'logo.focus.x': 1 },
    ],
    [
      'the whole of a sub-schema whose default is null, but for one field of a sub-schema in it',
      { logo: { url: 'a', size: { width: 1 }, focus: { x: 1, y: 2 } } },
      { 'logo.url': 'a', 'logo.size.width': 1, 'logo.focus.x': 1, 'logo.focus.y': 2 },
    ],
    [
      'the whole of a sub-schema whose default is null',
      { logo: { url: 'a', size: { width: 1, height: 2 }, focus: { x: 1, y: 2 } } },
      { logo: { url: 'a', size: { width: 1, height: 2 }, focus: { x: 1, y: 2 } } },
    ],
  ])('sets %s', async (_what, body, $set) => {
    expect(await updateOf(body)).toEqual($set)
  })

  // By dots, Mongoose drops them from an update.
  it.each([
    ['a field', sub({ city: String, by: { type: String, immutable: true } }), { city: 'x', by: 'y' }, ['city', 'by']],
    ['by a function', sub({ by: { type: String, immutable: () => true } }), { by: 'y' }, ['by']],
    ['in a nested object', sub({ n: { by: { type: String, immutable: true } } }), { n: { by: 'y' } }, ['n.by']],
    ['in a sub-schema', sub({ s: sub({ by: { type: String, immutable: true } }) }), { s: { by: 'y' } }, ['s.by']],
    [
      'a whole sub-schema',
      sub({ a: String, s: { type: sub({ by: String }), immutable: true } }),
      { a: 'x', s: { by: 'y' } },
      ['a', 's'],
    ],
    [
      'the time of its creation',
      new Schema({ city: String }, { _id: false, timestamps: { updatedAt: false } }),
      { city: 'x', createdAt: '2020-01-01' },
      ['city', 'createdAt'],
    ],
  ])('never replaces what is immutable in a sub-schema whose default is null: %s', async (_what, type, part, paths) => {
    const Model = modelOf({ part: { type, default: null } })
    const guard = looseGuard(Model, { allow: ['part'], partial: true })
    const outcome = await guard.validate({ part })
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors))
    const { $set } = toUpdate(Model, outcome.validated)
    expect(Object.keys($set)).toEqual(paths.map((path) => `part.${path}`))
  })

  it.each([
    ['the part of a sub-schema', { s: { by: 'y' } }],
    ['one below another', { t: { s: { by: 'y' } } }],
    ['one below a nested object', { n: { s: { by: 'y' } } }],
    ['a field', { f: 'y', n: { f: 'y' }, t: { f: 'y' } }],
    ['an array', { a: ['y'] }],
  ])('leaves Mongoose to drop what is immutable: %s', async (_what, body) => {
    const f = { type: String, immutable: true }
    const s = { type: sub({ by: String, at: String }), immutable: true }
    const Model = modelOf({ f, s, a: { type: [String], immutable: true }, t: sub({ f, s }), n: { f, s } })
    const guard = looseGuard(Model, { allow: ['f', 's', 'a', 't', 'n'], partial: true })
    const outcome = await guard.validate(body)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors))
    expect(castBy(Model, toUpdate(Model, outcome.validated))).toEqual({})
  })

  it('cannot help that Mongoose fails to cast Maps in a list in a list of sub-schemas', async () => {
    const Model = modelOf({ list: [sub({ maps: [{ type: Map, of: Number }] })] })
    const list = [{ maps: [{ a: 1 }] }]
    expect(() => castBy(Model, { $set: { list } })).toThrow(/^Cast to embedded failed/)
    expect(castBy(Model, { $set: { list: [{ maps: [{}] }] } })).toMatchObject({ $set: { list: [{ maps: [{}] }] } })
    const document = Model.hydrate({ _id: new mongoose.Types.ObjectId() })
    document.set({ list })
    await expect(document.validate()).resolves.toBeUndefined()
  })

  it('knows the fields of the discriminator that the body names', async () => {
    const body = { kind: 'shop', hours: { from: 8 } }
    expect(await updateOf(body)).toEqual({ kind: 'shop', 'hours.from': 8 })
  })

  it('refuses a key that the schema does not have, for nothing is dropped in silence', () => {
    // @ts-expect-error: the compiler refuses it, too
    expect(() => toUpdate(Place, { address: { planet: 'Mars' } })).toThrow(
      'mongoose-guard: toUpdate() got "address.planet", which the schema does not have',
    )
  })

  it('sets an id and a Date of the server as they are', () => {
    const values = { name: 'Ada', owner: new mongoose.Types.ObjectId(), since: new Date() }
    expect(toUpdate(Place, values).$set).toEqual(values)
  })

  it('refuses what is no model', () => {
    expect(() => toUpdate({} as typeof Place, {})).toThrow(GuardConfigError)
  })

  describe('through a connection', () => {
    let stop: () => Promise<void>
    beforeAll(async () => {
      const database = await startEmbeddedDatabase()
      stop = async () => {
        await connection.close()
        await database.stop()
      }
      await connection.openUri(database.uri)
    })
    afterAll(() => stop())

    it('meets a null that was stored', async () => {
      const { _id } = await Place.create({ name: 'Ada' })
      expect(await Place.findById(_id).orFail()).toMatchObject({ logo: null })
      const part = await updateOf({ logo: { url: 'a' } })
      await expect(Place.findByIdAndUpdate(_id, { $set: part })).rejects.toMatchObject({ code: 28 })

      const document = await Place.findById(_id).orFail()
      await document.set({ logo: { url: 'a' } }, undefined, { merge: true }).save()
      expect((await Place.findById(_id).orFail()).logo?.url).toBe('a')

      await Place.updateOne({ _id }, { logo: null })
      const whole = { url: 'b', size: { width: 1, height: 2 }, focus: { x: 1, y: 2 } }
      await Place.findByIdAndUpdate(_id, { $set: await updateOf({ logo: whole }) })
      expect((await Place.findById(_id).orFail()).toObject().logo).toEqual(whole)
    })

    // A nested object of a sub-schema: there Mongoose's `merge` replaces it, as docs/express.md says.
    it('keeps the siblings of what is set on a loaded document, where merge does not', async () => {
      const { _id } = await Place.create({ name: 'Ada', home: { city: 'Rome', geo: { lat: 1, lng: 2 } } })
      const validated = { home: { geo: { lat: 51 } } }
      const merged = (await Place.findById(_id).orFail()).set(validated, undefined, { merge: true })
      expect(merged.toObject().home).toEqual({ city: 'Rome', geo: { lat: 51 } })

      const document = await Place.findById(_id).orFail()
      await document.set(toUpdate(Place, validated).$set).save()
      expect((await Place.findById(_id).orFail()).toObject().home).toEqual({ city: 'Rome', geo: { lat: 51, lng: 2 } })
      await Place.updateOne({ _id }, { home: null })
      await (await Place.findById(_id).orFail()).set(toUpdate(Place, validated).$set).save()
      expect((await Place.findById(_id).orFail()).toObject().home).toEqual({ geo: { lat: 51 } })
    })

    // As docs/security.md says. To a guard `$home.city` is a text like any other.
    it('sets a text that a pipeline takes for an expression', async () => {
      const { _id } = await Place.create({ name: 'Ada', home: { city: 'Rome' } })
      const nameAfter = async (update: object) => {
        await Place.updateOne({ _id }, update, { updatePipeline: true })
        return (await Place.findById(_id).orFail()).name
      }
      const $set = await updateOf({ name: '$home.city' })
      expect(await nameAfter({ $set })).toBe('$home.city')
      expect(await nameAfter([{ $set }])).toBe('Rome')
    })

    // What docs/express.md says of it. Where this fails, Mongoose has been mended.
    it('does not reach two objects deep into a sub-schema of a loaded document, as an update does', async () => {
      const center = { lat: Number, lng: Number }
      const deep: mongoose.Schema = new Schema({ home: sub({ geo: { center } }), made: sub({ geo: sub({ center }) }) })
      const Deep = connection.model('Deep', deep)
      const inside = { geo: { center: { lat: 1, lng: 2 } } }
      const changed = { geo: { center: { lat: 51, lng: 2 } } }
      const stored = await Deep.create({ home: inside, made: inside })
      const validated = { home: { geo: { center: { lat: 51 } } }, made: { geo: { center: { lat: 51 } } } }
      const { $set } = toUpdate(Deep, validated)
      const document = await Deep.findById(stored._id).orFail()
      await document.set($set).save()
      expect((await Deep.findById(stored._id).orFail()).toObject()).toMatchObject({ home: inside, made: changed })
      const home = document.get('home') as mongoose.Types.Subdocument
      home.set('geo.center.lat', 51)
      await document.save()
      expect((await Deep.findById(stored._id).orFail()).toObject()).toMatchObject({ home: changed })

      const other = await Deep.create({ home: inside, made: inside })
      const updated = await Deep.findByIdAndUpdate(other._id, { $set }, { returnDocument: 'after' })
      expect(updated?.toObject()).toMatchObject({ home: changed, made: changed })
    })

    // As above.
    it('loses the immutable fields of the values of a Map on a loaded document, which an update sets', async () => {
      const part = sub({ sku: { type: String, immutable: true }, amount: Number })
      const Stock = connection.model('Stock', new Schema({ parts: { type: Map, of: part } }))
      const parts = { bolt: { sku: 'b-1', amount: 2 } }
      const guarded = await createGuard(Stock, { allow: ['parts'], partial: true }).validate({ parts })
      if (!guarded.ok) throw new Error(JSON.stringify(guarded.errors))
      const { $set } = toUpdate(Stock, guarded.validated)
      const { _id } = await Stock.create({})
      const partsOf = async () => (await Stock.findById(_id).orFail()).toObject({ flattenMaps: true }).parts
      await (await Stock.findById(_id).orFail()).set($set).save()
      expect(await partsOf()).toEqual({ bolt: { amount: 2 } })
      await Stock.findByIdAndUpdate(_id, { $set })
      expect(await partsOf()).toEqual(parts)
    })

    it('keeps the siblings of what it sets', async () => {
      const stored = {
        name: 'Ada',
        address: { city: 'Paris', zip: '75' },
        home: { city: 'Rome', geo: { lat: 1, lng: 2 } },
      }
      const { _id } = await Place.create(stored)
      const $set = await updateOf({ address: { city: 'London' }, home: { geo: { lat: 51 } } })
      await Place.findByIdAndUpdate(_id, { $set })
      const found = await Place.findById(_id).orFail()
      expect(found.toObject({ versionKey: false, flattenMaps: true })).toMatchObject({
        address: { city: 'London', zip: '75' },
        home: { city: 'Rome', geo: { lat: 51, lng: 2 } },
      })
    })
  })
})

describe('toUpdate() without the validated of a guard', () => {
  it('takes fields that are called as those of an outcome', () => {
    const Checked = modelOf({ ok: Boolean, validated: String })
    expect(toUpdate(Checked, { validated: 'today' })).toEqual({ $set: { validated: 'today' } })
    expect(toUpdate(Checked, { ok: true, validated: 'today' })).toEqual({
      $set: { ok: true, validated: 'today' },
    })
    expect(() => toUpdate(Place, { ok: true, validated: {} })).toThrow('pass its `validated`')
  })

  it.each([undefined, null, 'name', ['name'], 5])('says what it needs, and got %j', (value) => {
    expect(() => toUpdate(Place, value as never)).toThrow(
      /^mongoose-guard: toUpdate\(\) needs what a partial guard has put into `validated`, received (undefined: .*|null: .*|the string "name"|an array|a value of type number)$/,
    )
  })
})
