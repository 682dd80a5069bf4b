/**
 * Finds the line of each value in a JSON text, by the dot path that an error item would give it.
 *
 * `start` is the line of the key or element, `end` the line on which its value closes; the whole body is `''`.
 * Throws an error with a `line` where the text is not JSON.
 *
 * @param {string} text
 * @returns {Map<string, { start: number, end: number }>}
 */
export function locateValues(text) {
  const places = new Map()
  const token = /\s*(?:([{}[\],:])|("(?:[^"\\\n]|\\.)*")|(-?\d[\d.eE+-]*|true|false|null))/y
  let line = 1
  let counted = 0

  const lineAt = (index) => {
    for (; counted < index; counted += 1) if (text[counted] === '\n') line += 1
    return line
  }
  const fail = (index) => {
    throw Object.assign(new Error('not JSON'), { line: lineAt(index) })
  }
  const peek = () => {
    const from = token.lastIndex
    const found = token.exec(text)
    token.lastIndex = from
    return found?.[1]
  }
  const skipSpace = (index) => text.length - text.slice(index).trimStart().length
  const next = () => {
    const from = token.lastIndex
    const found = token.exec(text)
    if (found === null) fail(skipSpace(from))
    const [, mark, string, scalar] = found
    return { mark, string, scalar, at: token.lastIndex - (mark ?? string ?? scalar).length }
  }
  const expectMark = (...marks) => {
    const { mark, at } = next()
    if (!marks.includes(mark)) fail(at)
    return mark
  }

  const readItems = (path, open, close) => {
    if (peek() === close) return expectMark(close)
    for (let index = 0; ; index += 1) {
      if (open === '{') {
        const { string, at } = next()
        if (string === undefined) fail(at)
        expectMark(':')
        readValue(join(path, JSON.parse(string)), lineAt(at))
      } else {
        readValue(join(path, index))
      }
      if (expectMark(',', close) === close) return close
    }
  }
  const readValue = (path, keyLine) => {
    const { mark, at } = next()
    const start = keyLine ?? lineAt(at)
    // Entered before its content, so that the map lists parents first.
    const place = { start, end: start }
    places.set(path, place)
    if (mark === '{') readItems(path, '{', '}')
    else if (mark === '[') readItems(path, '[', ']')
    else if (mark !== undefined) fail(at)
    place.end = lineAt(token.lastIndex)
  }

  token.lastIndex = 0
  readValue('')
  const rest = skipSpace(token.lastIndex)
  if (rest < text.length) fail(rest)
  return places
}

const join = (path, key) => (path === '' ? String(key) : `${path}.${key}`)
