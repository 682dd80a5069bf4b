import type { SourceFile } from '../source/source-file.ts'
import { type Node, rangeOf } from '../source/syntax.ts'
import { isTaken } from './added-imports.ts'

/** A constant that a file will have by an edit. */
export interface AddedConstant {
  readonly name: string
  /** The offset where its declaration is to stand. */
  readonly before: number
}

/** A constant for the guard of a model, at the top of a file, before the first of the nodes that use it. */
export function constantFor(
  model: string,
  isPartial: boolean,
  uses: readonly Node[],
  file: SourceFile,
): AddedConstant | undefined {
  const base = isPartial ? `${model.charAt(0).toLowerCase()}${model.slice(1)}Changes` : `new${capitalized(model)}`
  const candidates = [
    base,
    `${base}Guard`,
    ...Array.from({ length: 8 }, (_, index) => `${base}Guard${String(index + 2)}`),
  ]
  const name = candidates.find((candidate) => !isTaken(candidate, file))
  const first = Math.min(...uses.map((node) => rangeOf(node)[0]))
  const statement = (file.code.ast.body as Node[]).find((node) => rangeOf(node)[1] > first)
  return name !== undefined && statement ? { name, before: startOf(statement, file) } : undefined
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Where a statement begins with the comments right above it. */
function startOf(statement: Node, { code }: SourceFile): number {
  let [start] = rangeOf(statement)
  for (const comment of code.getCommentsBefore(statement as Parameters<typeof code.getCommentsBefore>[0]).reverse()) {
    const [from, to] = comment.range ?? [start, start]
    const line = code.text.slice(code.text.lastIndexOf('\n', from - 1) + 1, from)
    if (line.trim() !== '' || /\n\s*\n/.test(code.text.slice(to, start))) break
    start = from
  }
  return start
}
