// Speaks MongoDB's wire protocol to the DocumentDB extension of PostgreSQL. Framing only: what a command does, and what
// it answers, is the extension's.
import { Buffer } from 'node:buffer'
import { createServer } from 'node:net'
import { deserialize, serialize } from 'bson'
import pg from 'pg'

const OP_QUERY = 2004
const OP_MSG = 2013
const CHECKSUM_PRESENT = 1

const queries = {
  insert: 'SELECT p_result::bytea AS reply FROM documentdb_api.insert($1, $2)',
  update: 'SELECT p_result::bytea AS reply FROM documentdb_api.update($1, $2)',
  delete: 'SELECT p_result::bytea AS reply FROM documentdb_api.delete($1, $2)',
  findAndModify: 'SELECT p_result::bytea AS reply FROM documentdb_api.find_and_modify($1, $2)',
  find: 'SELECT cursorpage::bytea AS reply FROM documentdb_api.find_cursor_first_page($1, $2)',
  aggregate: 'SELECT cursorpage::bytea AS reply FROM documentdb_api.aggregate_cursor_first_page($1, $2)',
  count: 'SELECT document::bytea AS reply FROM documentdb_api.count_query($1, $2)',
  distinct: 'SELECT document::bytea AS reply FROM documentdb_api.distinct_query($1, $2)',
  listIndexes: 'SELECT cursorpage::bytea AS reply FROM documentdb_api.list_indexes_cursor_first_page($1, $2)',
  listCollections: 'SELECT cursorpage::bytea AS reply FROM documentdb_api.list_collections_cursor_first_page($1, $2)',
  createIndexes:
    'SELECT create_indexes_non_concurrently::bytea AS reply FROM documentdb_api_internal.create_indexes_non_concurrently($1, $2, true)',
}

const statements = {
  create: 'SELECT documentdb_api.create_collection($1, $2)',
  drop: 'SELECT documentdb_api.drop_collection($1, $2)',
  dropDatabase: 'SELECT documentdb_api.drop_database($1)',
}

// Fields of a command that are the driver's business with a server.
const forTheServer = new Set(['lsid', '$db', '$clusterTime', '$readPreference', 'txnNumber', 'apiVersion', 'comment'])

// The extension's SQLSTATEs for what MongoDB numbers.
const codes = { M000A: 28, M000D: 40, M000M: 66, M001C: 11000 }

/** Starts the gateway on a free port; `uri` is for Mongoose or the MongoDB driver. */
export async function startGateway(connectionString) {
  const pool = new pg.Pool({
    connectionString,
    max: 8,
    options: '-c search_path=documentdb_api,documentdb_core,public',
  })
  const sockets = new Set()
  const server = createServer((socket) => {
    sockets.add(socket)
    let pending = Buffer.alloc(0)
    let answered = Promise.resolve()
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk])
      while (pending.length >= 4 && pending.length >= pending.readInt32LE(0)) {
        const size = pending.readInt32LE(0)
        const message = Buffer.from(pending.subarray(0, size))
        pending = pending.subarray(size)
        answered = answered.then(async () => {
          socket.write(await answer(pool, message))
        })
        answered.catch(() => socket.destroy())
      }
    })
    // A client that goes away is no error of the gateway; 'close' follows.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    uri: `mongodb://127.0.0.1:${server.address().port}/test`,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await pool.end()
    },
  }
}

async function answer(pool, message) {
  const isLegacy = message.readInt32LE(12) === OP_QUERY
  const reply = await run(pool, isLegacy ? readQuery(message) : readMessage(message))
  // OP_REPLY: flags, cursor id, first document, number of documents. OP_MSG: flags, kind of section.
  const prefix = Buffer.alloc(isLegacy ? 20 : 5)
  if (isLegacy) prefix.writeInt32LE(1, 16)
  const header = Buffer.alloc(16)
  header.writeInt32LE(16 + prefix.length + reply.length, 0)
  header.writeInt32LE(message.readInt32LE(4), 8)
  header.writeInt32LE(isLegacy ? 1 : OP_MSG, 12)
  return Buffer.concat([header, prefix, reply])
}

async function run(pool, command) {
  const name = Object.keys(command)[0]
  const database = command.$db ?? 'admin'
  if (/^(hello|ismaster)$/i.test(name)) return serialize(hello())
  if (['ping', 'endSessions', 'killCursors'].includes(name)) return serialize({ ok: 1 })
  try {
    if (Object.hasOwn(statements, name)) {
      await pool.query(statements[name], name === 'dropDatabase' ? [database] : [database, command[name]])
      return serialize({ ok: 1 })
    }
    if (!Object.hasOwn(queries, name)) {
      return serialize({ ok: 0, code: 59, codeName: 'CommandNotFound', errmsg: `no such command: '${name}'` })
    }
    const spec = Object.fromEntries(Object.entries(command).filter(([field]) => !forTheServer.has(field)))
    const parameters = [database, Buffer.from(serialize(spec, { ignoreUndefined: true }))]
    const { rows } = await pool.query(queries[name], parameters)
    return withCodes(rows[0].reply)
  } catch (error) {
    return serialize({ ok: 0, code: codes[error.code] ?? 1, errmsg: error.message })
  }
}

const hello = () => ({
  ismaster: true,
  isWritablePrimary: true,
  helloOk: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 25_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: 1,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
  ok: 1,
})

/** Write errors carry their SQLSTATE packed into an integer, six bits a character. */
function withCodes(reply) {
  const document = deserialize(reply, { promoteValues: false })
  if (document.writeErrors === undefined) return reply
  const writeErrors = document.writeErrors.map((error) => ({
    ...error,
    code: codes[unpacked(Number(error.code))] ?? Number(error.code),
  }))
  return serialize({ ...document, writeErrors })
}

function unpacked(state) {
  return Array.from({ length: 5 }, (_, index) => String.fromCharCode(((state >> (6 * index)) & 63) + 48)).join('')
}

const decode = (bytes) => deserialize(bytes, { promoteValues: false, promoteBuffers: false })

function readQuery(message) {
  const afterName = message.indexOf(0, 20) + 1
  return decode(message.subarray(afterName + 8))
}

function readMessage(message) {
  const end = (message.readUInt32LE(16) & CHECKSUM_PRESENT) === 0 ? message.length : message.length - 4
  let body = {}
  const sequences = {}
  for (let at = 20; at < end;) {
    const isBody = message[at] === 0
    const size = message.readInt32LE(at + 1)
    const section = message.subarray(at + 1, at + 1 + size)
    if (isBody) body = decode(section)
    else Object.assign(sequences, readSequence(section))
    at += 1 + size
  }
  // The body goes first: its first key names the command.
  return { ...body, ...sequences }
}

/** The long array of a write command, which travels beside its body. */
function readSequence(section) {
  const nameEnd = section.indexOf(0, 4)
  const documents = []
  for (let at = nameEnd + 1; at < section.length;) {
    const size = section.readInt32LE(at)
    documents.push(decode(section.subarray(at, at + size)))
    at += size
  }
  return { [section.toString('utf8', 4, nameEnd)]: documents }
}
