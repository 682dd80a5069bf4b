import mongoose from 'mongoose'

let cached: Promise<typeof mongoose> | undefined

export const connect = () => (cached ??= mongoose.connect(process.env.MONGODB_URI!))

export const withDb =
  <Args extends unknown[], Result>(handler: (...args: Args) => Promise<Result>) =>
  async (...args: Args) => {
    await connect()
    return handler(...args)
  }
