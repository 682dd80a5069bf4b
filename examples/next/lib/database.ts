import mongoose from 'mongoose'

/** Connects once: Mongoose gives the connection that it has to every further call. */
export async function connect(): Promise<void> {
  const { MONGODB_URI } = process.env
  if (MONGODB_URI === undefined) throw new Error('Set MONGODB_URI, or start this example with `npm run demo:next`.')
  await mongoose.connect(MONGODB_URI, { serverSelectionTimeoutMS: 5000 })
}
