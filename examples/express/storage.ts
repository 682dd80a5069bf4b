import mongoose from 'mongoose'
import { startEmbeddedDatabase } from '../database/embedded-database.ts'
import { Order, User } from './models.ts'

export interface Storage {
  isEmbedded: boolean
  close: () => Promise<void>
}

/** Connects Mongoose to the MongoDB at `uri`, or without one to an embedded database with a little data in it. */
export async function openStorage(uri: string | undefined): Promise<Storage> {
  const embedded = uri === undefined ? await startEmbeddedDatabase() : undefined
  await mongoose.connect(embedded?.uri ?? uri ?? '', { serverSelectionTimeoutMS: 5000 })
  // The unique index on `email` has to exist before the first request.
  await Promise.all([User.init(), Order.init()])
  if (embedded !== undefined) await addSampleDocuments()
  return {
    isEmbedded: embedded !== undefined,
    close: async () => {
      await mongoose.disconnect()
      await embedded?.stop()
    },
  }
}

async function addSampleDocuments(): Promise<void> {
  const address = { street: '12 St James Square', city: 'London', zip: 'SW1Y 4JH' }
  const ada = await User.create({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    age: 36,
    address,
    addresses: [{ label: 'home', ...address, verified: true }],
    tags: ['maths', 'tea'],
  })
  await Order.create({
    customer: ada._id,
    items: [{ sku: 'TEA-100', quantity: 2 }],
    shipping: address,
    note: 'Leave it with the porter.',
  })
}
