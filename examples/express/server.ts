import { createServer, type Server } from 'node:http'
import { createApp } from './app.ts'
import { openStorage } from './storage.ts'

const HOST = '127.0.0.1'
const DEFAULT_PORT = 3000
const GRACE_MS = 3000

/** A reason not to start that the person at the terminal can do something about. */
class StartError extends Error {}

try {
  const port = readPort(process.env.PORT)
  const uri = process.env.MONGODB_URI
  const storage = await openStorage(uri).catch((error: unknown) => {
    if (uri === undefined || !(error instanceof Error)) throw error
    throw new StartError(`Cannot connect to the database at MONGODB_URI: ${error.message}`)
  })
  const server = createServer(createApp({ isEmbedded: storage.isEmbedded }))
  try {
    await listen(server, port)
  } catch (error) {
    await storage.close()
    throw error
  }

  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens to no port')
  console.log(
    storage.isEmbedded
      ? 'Documents are kept in memory by an embedded database, which is not MongoDB. To save to a real one, set MONGODB_URI.'
      : 'Documents are saved to the MongoDB at MONGODB_URI.',
  )
  console.log(`mongoose-guard demo: http://localhost:${address.port}`)

  const stop = async (): Promise<void> => {
    console.log('Stopping.')
    const closed = new Promise((resolve) => server.close(resolve))
    // Requests under way get their answer, within a time that a person is willing to wait.
    setTimeout(() => {
      server.closeAllConnections()
    }, GRACE_MS).unref()
    await closed
    await storage.close()
  }
  // `once`: a second Ctrl-C ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function readPort(text = String(DEFAULT_PORT)): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65535) return port
  throw new StartError(`PORT must be a number from 0 to 65535, but is "${text}".`)
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, resolve)
  }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm run demo`)
    }
    if (code === 'EACCES')
      throw new StartError(`Port ${port} needs more rights. Choose another one: PORT=3000 npm run demo`)
    throw error
  })
}
