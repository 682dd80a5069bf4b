import type { SimpleCallExpression } from 'estree'
import { evaluate } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import { pathsOf, receiverOf } from './router-call.ts'

// What has a `*`, `?`, `+` or a parenthesis may match a slash, or nothing.
const withoutSlash = /^[\w:.-][\w:./-]*$/

/** Whether no request in Express has the paths of a call, as they start without a slash: `router.put('users', …)` */
export function isNeverMatched(call: SimpleCallExpression, file: SourceFile): boolean {
  const paths = pathsOf(call, file)
  return paths.length > 0 && paths.every((path) => withoutSlash.test(path)) && isOfExpress(call, file)
}

function isOfExpress(call: SimpleCallExpression, file: SourceFile): boolean {
  let receiver = receiverOf(call)
  for (;;) {
    const value = receiver && evaluate(receiver, file)
    if (value?.kind !== 'call') return false
    if (value.callee.kind === 'external') return value.callee.source === 'express'
    if (receiver?.type !== 'CallExpression') return false
    receiver = receiverOf(receiver)
  }
}
