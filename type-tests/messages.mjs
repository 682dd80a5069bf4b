import { readFileSync } from 'node:fs'

const lines = readFileSync(new URL('./messages/messages.ts', import.meta.url), 'utf8').split('\n')

/** Compares the errors in messages/messages.ts with what stands below each line. Gives the differences. */
export function differences(printed) {
  const reported = printed.split(/\n(?! )/).flatMap((output) => {
    const [first, ...details] = output.split('\n').map((line) => line.trim())
    const match = /messages\.ts\((\d+),(\d+)\): error (TS\d+): (.*)$/.exec(first)
    return match ? [{ line: +match[1], column: +match[2], text: `${match[3]}: ${match[4]}`, details }] : []
  })
  const stray = printed.split('\n').filter((line) => /error TS/.test(line) && !/messages\.ts\(/.test(line))

  const failures = stray.map((line) => `not in messages.ts: ${line}`)
  let codeLine = 0
  let last
  lines.forEach((line, index) => {
    const detail = /^\/\/ {4}(.*)$/.exec(line)
    if (detail && last) {
      if (last.details.some((text) => isText(text, detail[1]))) return
      failures.push(
        `line ${codeLine}: expected below it\n    ${detail[1]}\n  but got\n    ${last.details.join('\n    ')}`,
      )
      return
    }
    const expected = /^\/\/=> (\S+) (TS\d+: .*)$/.exec(line)
    if (!expected) {
      codeLine = index + 1
      last = undefined
      return
    }
    const found = reported.findIndex((error) => error.line === codeLine && isText(error.text, expected[2]))
    if (found === -1) {
      const seen = reported.filter((error) => error.line === codeLine).map((error) => error.text)
      failures.push(
        `line ${codeLine}: expected\n    ${expected[2]}\n  but got\n    ${seen.join('\n    ') || 'no error'}`,
      )
      return
    }
    const [error] = reported.splice(found, 1)
    last = error
    const at = lines[codeLine - 1].slice(error.column - 1)
    if (!at.startsWith(expected[1])) failures.push(`line ${codeLine}: the error is at "${at}", not at ${expected[1]}`)
  })
  for (const error of reported) failures.push(`line ${error.line}: unexpected ${error.text}`)

  return failures
}

// `…` stands for any text: the order of the fields in a long type differs between compilers.
function isText(text, expected) {
  const [start, end] = sorted(expected).split('…')
  return end === undefined ? sorted(text) === start : sorted(text).startsWith(start) && sorted(text).endsWith(end)
}

// TypeScript 7 sorts the members of a union, 5 and 6 list them as they met them.
function sorted(text) {
  return text.replace(/"[^"]*"(?: \| "[^"]*")+/g, (union) => union.split(' | ').sort().join(' | '))
}
