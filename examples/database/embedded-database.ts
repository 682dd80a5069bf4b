import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Doc } from './collection.ts'
import { Database } from './commands.ts'
import { readRequest, splitMessages, writeReply } from './wire-protocol.ts'

export interface EmbeddedDatabase {
  /** A connection string for Mongoose or the MongoDB driver. */
  uri: string
  stop: () => Promise<void>
}

/**
 * Starts a database inside this process that the official MongoDB driver connects to over TCP.
 *
 * It is **not MongoDB**: documents live in memory until `stop()`, queries and updates are mingo's, and there are no
 * transactions, no authentication and no other durability. It exists so that the demo and the tests save for real
 * where no MongoDB server is at hand.
 *
 * `onCommand` sees each command with its BSON number types, before it runs.
 *
 * @example
 * const database = await startEmbeddedDatabase()
 * await mongoose.connect(database.uri)
 */
export async function startEmbeddedDatabase(
  options: { onCommand?: (command: Doc) => void } = {},
): Promise<EmbeddedDatabase> {
  const database = new Database()
  const sockets = new Set<Socket>()

  const answer = (socket: Socket, message: Buffer): void => {
    const request = readRequest(message)
    options.onCommand?.(readRequest(message, true).command)
    const reply = database.run(request.command)
    if (request.expectsReply) socket.write(writeReply(request, reply))
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let pending = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      try {
        const { messages, rest } = splitMessages(Buffer.concat([pending, chunk]))
        pending = Buffer.from(rest)
        for (const message of messages) answer(socket, message)
      } catch {
        // Bytes that are no MongoDB message: there is nothing to answer to.
        socket.destroy()
      }
    })
    // A client that goes away is no error of the database; 'close' follows.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    uri: `mongodb://127.0.0.1:${port}/demo`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        for (const socket of sockets) socket.destroy()
      }),
  }
}
