import type { SimpleCallExpression } from 'estree'
import { keyOf } from '../evaluate/members.ts'
import type { SourceFile } from '../source/source-file.ts'
import { unwrap } from '../source/syntax.ts'

const methods: ReadonlySet<string> = new Set('all use get post put patch delete del options head route'.split(' '))

/** The name of a router's method that a call uses, whatever the router. */
export function routerMethodOf(call: SimpleCallExpression, file: SourceFile): string | undefined {
  const callee = unwrap(call.callee)
  const key = callee.type === 'MemberExpression' ? keyOf(callee, file) : undefined
  return key !== undefined && methods.has(key) ? key : undefined
}
