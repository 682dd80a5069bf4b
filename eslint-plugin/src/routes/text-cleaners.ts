import { evaluate } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import type { AccessPath } from '../flow/flow.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, unwrap } from '../source/syntax.ts'

// Packages that take markup out of a text, or write it otherwise, by the names of their functions.
const cleaners: ReadonlyMap<string, RegExp> = new Map([
  ['xss', /^(?:xss|filterXSS|default|)$/],
  ['sanitize-html', /^(?:default|)$/],
  ['dompurify', /^sanitize$/],
  ['isomorphic-dompurify', /^sanitize$/],
  ['striptags', /^(?:striptags|default|)$/],
  ['validator', /^(?:escape|trim|stripLow|unescape)$/],
  ['he', /^(?:encode|escape)$/],
])

/** Whether a function makes another text of a text: of the fields of a body it takes none out. */
export function isTextCleaner(callee: Value): boolean {
  return callee.kind === 'external' && cleaners.get(callee.source)?.test(callee.path.at(-1) ?? '') === true
}

/** The path to a text in what such a function makes of it. */
export function placeInCleaned(call: CallNode, index: number, file: SourceFile): AccessPath | undefined {
  return index === 0 && isTextCleaner(evaluate(unwrap(call.callee), file)) ? [] : undefined
}
