import { startEmbeddedDatabase } from '../../examples/database/embedded-database.ts'

export interface Engine {
  name: string
  start: () => Promise<{ uri: string; stop: () => Promise<void> }>
}

const { MONGODB_URI, MONGODB_ENGINE = 'the server at MONGODB_URI' } = process.env

/** The embedded database always, which is not MongoDB, and the server that MONGODB_URI names, where it names one. */
export const engines: readonly Engine[] = [
  { name: 'the embedded database', start: () => startEmbeddedDatabase() },
  ...(MONGODB_URI === undefined
    ? []
    : [{ name: MONGODB_ENGINE, start: () => Promise.resolve({ uri: MONGODB_URI, stop: () => Promise.resolve() }) }]),
]
