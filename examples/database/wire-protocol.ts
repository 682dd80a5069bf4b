import { deserialize, serialize } from 'bson'
import type { Doc } from './collection.ts'

// https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
const HEADER_BYTES = 16
const MAX_MESSAGE_BYTES = 48_000_000
const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const CHECKSUM_PRESENT = 1
const MORE_TO_COME = 2

export interface Request {
  id: number
  /** Drivers greet with the old OP_QUERY and expect the old OP_REPLY; everything else is OP_MSG. */
  isLegacy: boolean
  expectsReply: boolean
  command: Doc
}

/** Splits the bytes received so far into whole messages and the rest. */
export function splitMessages(bytes: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = []
  let rest = bytes
  while (rest.length >= HEADER_BYTES) {
    const size = rest.readInt32LE(0)
    if (size < HEADER_BYTES || size > MAX_MESSAGE_BYTES) throw new Error(`message of ${size} bytes`)
    if (rest.length < size) break
    messages.push(rest.subarray(0, size))
    rest = rest.subarray(size)
  }
  return { messages, rest }
}

/** Reads one message. `keepNumberTypes` leaves Int32, Long and Double as BSON objects, to look at what was sent. */
export function readRequest(message: Buffer, keepNumberTypes = false): Request {
  const decode = (bytes: Buffer): Doc => deserialize(bytes, { promoteValues: !keepNumberTypes })
  const id = message.readInt32LE(4)
  const opCode = message.readInt32LE(12)
  if (opCode === OP_QUERY) {
    const [, afterName] = readCString(message, HEADER_BYTES + 4)
    const [document] = readDocument(message, afterName + 8)
    return { id, isLegacy: true, expectsReply: true, command: { ...decode(document), $db: 'admin' } }
  }
  if (opCode !== OP_MSG) throw new Error(`unknown opcode ${opCode}`)

  const flags = message.readUInt32LE(HEADER_BYTES)
  const end = (flags & CHECKSUM_PRESENT) === 0 ? message.length : message.length - 4
  let body: Doc = {}
  const sequences: Record<string, Doc[]> = {}
  let at = HEADER_BYTES + 4
  while (at < end) {
    const kind = message.readUInt8(at)
    if (kind === 0) {
      const [document, next] = readDocument(message, at + 1)
      body = decode(document)
      at = next
    } else {
      // A document sequence: the long array of a write command, sent beside its body.
      const sectionEnd = at + 1 + message.readInt32LE(at + 1)
      const [name, first] = readCString(message, at + 5)
      const documents: Doc[] = []
      for (at = first; at < sectionEnd;) {
        const [document, next] = readDocument(message, at)
        documents.push(decode(document))
        at = next
      }
      sequences[name] = documents
    }
  }
  // The body goes first: its first key names the command.
  return { id, isLegacy: false, expectsReply: (flags & MORE_TO_COME) === 0, command: { ...body, ...sequences } }
}

export function writeReply({ id, isLegacy }: Request, reply: Doc): Buffer {
  const document = serialize(reply)
  // OP_REPLY: flags, cursor id, first document, number of documents. OP_MSG: flags, section kind 0.
  const prefix = Buffer.alloc(isLegacy ? 20 : 5)
  if (isLegacy) prefix.writeInt32LE(1, 16)
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeInt32LE(HEADER_BYTES + prefix.length + document.length, 0)
  header.writeInt32LE(id, 8)
  header.writeInt32LE(isLegacy ? OP_REPLY : OP_MSG, 12)
  return Buffer.concat([header, prefix, document])
}

function readCString(bytes: Buffer, start: number): [text: string, next: number] {
  const end = bytes.indexOf(0, start)
  if (end < 0) throw new Error('unterminated string')
  return [bytes.toString('utf8', start, end), end + 1]
}

function readDocument(bytes: Buffer, start: number): [document: Buffer, next: number] {
  const end = start + bytes.readInt32LE(start)
  if (end <= start) throw new Error('document without a size')
  return [bytes.subarray(start, end), end]
}
