import type { SourceFile } from './source-file.ts'
import { type Node, unwrap } from './syntax.ts'

/** How an expression is written, without what does not change its value. */
export function textOf(node: Node, { code }: SourceFile): string {
  return code.getText(unwrap(node) as Parameters<SourceFile['code']['getText']>[0])
}
