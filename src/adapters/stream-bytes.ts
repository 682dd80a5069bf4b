/** What is used of `request.signal`, which polyfills may lack or leave unfinished. */
type Signal = Partial<Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'>> | null | undefined
type Reader = ReadableStreamDefaultReader<unknown>

const READS_A_TURN = 1000

/**
 * All bytes of a stream, or `undefined` at the chunk that exceeds `maxBytes`: nothing is read after it. Rejects where
 * the stream fails or `signal` is aborted. In each of these cases the stream is cancelled, and in no case is it left
 * locked.
 */
export async function readBytes(
  stream: ReadableStream<unknown>,
  maxBytes: number,
  signal: Signal,
): Promise<Uint8Array | undefined> {
  const reader = stream.getReader()
  // Ends also a read that is under way (Streams standard, "ReadableStreamCancel").
  const stop = (): void => void cancel(reader)
  signal?.addEventListener?.('abort', stop)
  try {
    if (signal?.aborted === true) stop()
    const bytes = await readAll(reader, maxBytes, signal)
    if (bytes === undefined) stop()
    return bytes
  } catch (error) {
    stop()
    throw error
  } finally {
    signal?.removeEventListener?.('abort', stop)
    release(reader)
  }
}

async function readAll(reader: Reader, maxBytes: number, signal: Signal): Promise<Uint8Array | undefined> {
  let bytes = new Uint8Array()
  let length = 0
  for (let reads = 1; ; reads++) {
    const { done, value } = await reader.read()
    if (signal?.aborted === true) throw new Error('the request was aborted')
    if (done) return bytes.subarray(0, length)
    // By its shape: in a test runner's or an edge sandbox's realm `instanceof Uint8Array` is false.
    if (!ArrayBuffer.isView(value)) throw new TypeError('a body is made of bytes')
    const end = length + value.byteLength
    if (end > maxBytes) return undefined
    // Copied, as an object for each chunk would cost a hundred times what a chunk of one byte holds.
    if (end > bytes.length) bytes = enlarged(bytes, Math.max(end, 2 * length))
    bytes.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), length)
    length = end
    if (reads % READS_A_TURN === 0) await turnOfTheEventLoop()
  }
}

function enlarged(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(bytes)
  return larger
}

/** A stream of small chunks that are all ready would otherwise keep timers and other requests from running. */
function turnOfTheEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/** Not awaited: the sender may be gone. */
async function cancel(reader: Reader): Promise<void> {
  try {
    await reader.cancel()
  } catch {
    // The stream failed before, or its sender did when it was told.
  }
}

function release(reader: Reader): void {
  try {
    reader.releaseLock()
  } catch {
    // A polyfill may refuse it: what was read counts.
  }
}
