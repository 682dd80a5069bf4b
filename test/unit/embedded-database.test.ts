import { connect } from 'node:net'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../examples/database/embedded-database.ts'

const { Schema, Types } = mongoose
const personSchema = new Schema(
  {
    email: { type: String, unique: true },
    name: String,
    age: Number,
    address: { city: String, zip: String },
    pets: [{ name: String, age: Number }],
    tags: [String],
    scores: { type: Map, of: Number },
    born: Date,
    balance: Schema.Types.Decimal128,
    big: Schema.Types.BigInt,
    photo: Buffer,
    friend: Schema.Types.ObjectId,
  },
  { timestamps: true, autoIndex: true },
)

let database: EmbeddedDatabase
let connection: mongoose.Connection
const commands: Record<string, unknown>[] = []
const Person = () => connection.model('Person', personSchema)
const runCommand = async (command: Record<string, unknown>) => connection.db?.command(command)
const createIndex = (index: Record<string, unknown>) => runCommand({ createIndexes: 'people', indexes: [index] })
const people = () => connection.collection<Record<string, unknown>>('people')

beforeAll(async () => {
  database = await startEmbeddedDatabase({ onCommand: (command) => commands.push(command) })
  connection = await mongoose.createConnection(database.uri).asPromise()
  await Person().init()
})

afterAll(async () => {
  await connection.close()
  await database.stop()
})

beforeEach(async () => {
  await people().deleteMany({})
  commands.length = 0
})

describe('a document', () => {
  it('comes back with every value that was saved', async () => {
    const saved = await Person().create({
      email: 'ada@example.com',
      name: 'Ada',
      age: 36.5,
      address: { city: 'London', zip: 'W1' },
      pets: [{ name: 'Rex', age: 3 }],
      tags: ['a', 'b'],
      scores: { math: 10 },
      born: '1815-12-10',
      balance: '12.50',
      big: 9007199254740993n,
      photo: Buffer.from([1, 2, 255]),
      friend: new Types.ObjectId('64b7f1a2c3d4e5f601234567'),
    })
    const read = await Person().findById(saved._id).orFail()
    expect(read.toObject()).toEqual(saved.toObject())
    expect(read.toObject()).toMatchObject({ age: 36.5, big: 9007199254740993n, tags: ['a', 'b'] })
    expect(read.balance?.toString()).toBe('12.50')
  })

  it('is found by a filter, sorted, limited and projected', async () => {
    await Person().create([
      { email: 'c@example.com', age: 3 },
      { email: 'a@example.com', age: 1 },
      { email: 'b@example.com', age: 2 },
    ])
    const found = await Person()
      .find({ age: { $gte: 1 } })
      .sort({ age: -1 })
      .skip(1)
      .limit(1)
      .select({ email: 1, _id: 0 })
      .lean()
    expect(found).toEqual([{ email: 'b@example.com' }])
    expect(await Person().countDocuments({ age: { $lt: 3 } })).toBe(2)
    expect(await Person().exists({ email: 'nobody@example.com' })).toBeNull()
  })

  it('is gone after it was deleted', async () => {
    const { _id } = await Person().create({ email: 'ada@example.com' })
    expect(await Person().deleteOne({ _id })).toMatchObject({ deletedCount: 1 })
    expect(await Person().findById(_id)).toBeNull()
  })

  it('is sent with the BSON number types that the driver chose', async () => {
    await people().insertOne({ int: 5, double: 1.5 })
    const [insert] = commands.filter((command) => 'insert' in command)
    expect(insert?.documents).toMatchObject([{ int: { _bsontype: 'Int32' }, double: { _bsontype: 'Double' } }])
  })
})

describe('$set', () => {
  it('of a dotted path keeps the siblings', async () => {
    const { _id } = await Person().create({ email: 'ada@example.com', address: { city: 'London', zip: 'W1' } })
    const updated = await Person().findByIdAndUpdate(
      _id,
      { $set: { 'address.city': 'Oxford' } },
      { returnDocument: 'after' },
    )
    expect(updated?.toObject().address).toEqual({ city: 'Oxford', zip: 'W1' })
  })

  it('reaches array elements by index, by position and by filter', async () => {
    const pets = [
      { name: 'Rex', age: 3 },
      { name: 'Tom', age: 9 },
    ]
    const { _id } = await Person().create({ email: 'ada@example.com', pets })
    await Person().updateOne({ _id }, { $set: { 'pets.0.age': 4 } })
    await Person().updateOne({ _id, 'pets.name': 'Tom' }, { $set: { 'pets.$.age': 10 } })
    await Person().updateOne(
      { _id },
      { $set: { 'pets.$[old].name': 'Old Tom' } },
      { arrayFilters: [{ 'old.age': 10 }] },
    )
    const read = await Person().findById(_id).orFail()
    expect(read.pets.map(({ name, age }) => ({ name, age }))).toEqual([
      { name: 'Rex', age: 4 },
      { name: 'Old Tom', age: 10 },
    ])
  })

  it.each([
    { path: 'parent.child', from: { parent: null }, code: 28 },
    { path: 'parent.child', from: { parent: 'text' }, code: 28 },
    { path: 'parent.child', from: { parent: [{ child: 1 }] }, code: 28 },
    { path: '_id', from: {}, code: 66 },
  ])('of $path in $from is error $code, as in MongoDB', async ({ path, from, code }) => {
    const { insertedId } = await people().insertOne({ email: 'x@example.com', ...from })
    const update = people().updateOne({ _id: insertedId }, { $set: { [path]: 'new' } })
    await expect(update).rejects.toMatchObject({ code })
    expect(await people().findOne({ _id: insertedId })).toMatchObject(from)
  })

  it('of a path and of its parent is error 40, as in MongoDB', async () => {
    const { insertedId } = await people().insertOne({ email: 'x@example.com' })
    const update = people().updateOne({ _id: insertedId }, { $set: { a: {}, 'a.b': 1 } })
    await expect(update).rejects.toMatchObject({ code: 40 })
  })
})

describe('an update', () => {
  it('inserts when it may and finds nothing', async () => {
    const found = await Person().findOneAndUpdate(
      { email: 'new@example.com' },
      { $set: { 'address.city': 'Bath' }, $setOnInsert: { age: 1 } },
      { upsert: true, returnDocument: 'after' },
    )
    expect(found.toObject()).toMatchObject({ email: 'new@example.com', age: 1, address: { city: 'Bath' } })
    expect(await Person().countDocuments()).toBe(1)
  })

  it('changes every match, and each one on its own', async () => {
    await people().insertMany([{ email: 'a@example.com' }, { email: 'b@example.com' }])
    const result = await people().updateMany({}, { $set: { address: { city: 'Bath' } } })
    expect(result).toMatchObject({ matchedCount: 2, modifiedCount: 2 })
    await people().updateOne({ email: 'a@example.com' }, { $set: { 'address.city': 'Leeds' } })
    expect(await people().findOne({ email: 'b@example.com' })).toMatchObject({ address: { city: 'Bath' } })
  })

  it('of a loaded document saves what changed', async () => {
    const { _id } = await Person().create({ email: 'ada@example.com', address: { city: 'London', zip: 'W1' } })
    const person = await Person().findById(_id).orFail()
    person.set({ address: { city: 'Oxford' }, tags: ['x'] }, undefined, { merge: true })
    await person.save()
    const read = await Person().findById(_id).orFail()
    expect(read.toObject()).toMatchObject({ address: { city: 'Oxford', zip: 'W1' }, tags: ['x'] })
  })
})

describe('a unique index', () => {
  const duplicate = { code: 11000, keyPattern: { email: 1 }, keyValue: { email: 'ada@example.com' } }

  it('refuses a second document with the same value', async () => {
    await Person().create({ email: 'ada@example.com' })
    await expect(Person().create({ email: 'ada@example.com' })).rejects.toMatchObject(duplicate)
    expect(await Person().countDocuments()).toBe(1)
  })

  it('refuses an update to the same value and leaves the document as it was', async () => {
    await Person().create([{ email: 'ada@example.com' }, { email: 'bob@example.com' }])
    const update = Person().updateOne({ email: 'bob@example.com' }, { email: 'ada@example.com' })
    await expect(update).rejects.toMatchObject(duplicate)
    expect(await Person().exists({ email: 'bob@example.com' })).not.toBeNull()
  })

  it('is itself refused where two documents already share a value', async () => {
    await people().insertMany([
      { email: 'a@example.com', name: 'same' },
      { email: 'b@example.com', name: 'same' },
    ])
    await expect(createIndex({ name: 'name_1', key: { name: 1 }, unique: true })).rejects.toMatchObject({ code: 11000 })
  })
})

describe('what the embedded database cannot do', () => {
  it('is refused by name, and the connection goes on', async () => {
    await expect(runCommand({ mapReduce: 'people' })).rejects.toMatchObject({ code: 59 })
    await expect(createIndex({ name: 'ttl', key: { born: 1 }, expireAfterSeconds: 1 })).rejects.toMatchObject({
      code: 67,
    })
    await expect(people().findOne({ $nearby: 1 })).rejects.toMatchObject({ code: 2 })
    expect(await people().countDocuments()).toBe(0)
  })

  it('closes a connection that does not speak the protocol', async () => {
    const socket = connect(Number(new URL(database.uri).port), '127.0.0.1')
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await closed
    expect(await people().countDocuments()).toBe(0)
  })
})
