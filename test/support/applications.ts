import mongoose from 'mongoose'
import { beforeAll, beforeEach } from 'vitest'
import { startEmbeddedDatabase } from '../../examples/database/embedded-database.ts'
import { type Answer, type App, request } from './server.ts'

export type Send = (method: string, path: string, body: unknown) => Promise<Answer>

/** Sends what an application's tests send: JSON, or a form where the body is one. */
export function sender(app: unknown): Send {
  return (method, path, body) => {
    const isForm = body instanceof URLSearchParams || body instanceof FormData
    return request(app as App, path, {
      method,
      ...(isForm ? { body } : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  }
}

/** Connects to a stand-in for MongoDB, which is empty before each test. */
export function withDatabase(): void {
  beforeAll(async () => {
    const database = await startEmbeddedDatabase()
    await mongoose.connect(database.uri)
    return async () => {
      await mongoose.disconnect()
      await database.stop()
    }
  })
  beforeEach(async () => {
    for (const collection of await mongoose.connection.listCollections()) {
      await mongoose.connection.collection(collection.name).deleteMany({})
    }
  })
}
