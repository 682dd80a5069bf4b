import { evaluate } from '../evaluate/evaluate.ts'
import { memberChain, writesTo } from '../flow/member-chain.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parametersOf, parentOf } from '../source/syntax.ts'
import { mongooseKindOf } from './kinds.ts'

/**
 * Whether a member of what a handler is called with is a document that another step of the same file has left there:
 * `ctx.state.user = await User.findById(id)`.
 */
export function isLeftDocument(receiver: Node, file: SourceFile): boolean {
  const chain = memberChain(receiver, file)
  const name = chain?.variable.identifiers.at(0)
  const value = name && evaluate(name, file)
  if (!chain || value?.kind !== 'parameter') return false
  const path = `${String(value.index)} ${chain.keys.join('.')}`
  const known = answers(file)
  const answer = known.get(path)
  if (answer !== undefined) return answer
  // What is left by itself is none.
  known.set(path, false)
  const left = valuesLeftAt(value.index, chain.keys, file)
  const isDocument = left.length > 0 && left.every((each) => isKindOfDocument(each, file))
  known.set(path, isDocument)
  return isDocument
}

const answers = rememberedByFile(() => new Map<string, boolean>())

function isKindOfDocument(node: Node, file: SourceFile): boolean {
  const kind = mongooseKindOf(node, file)
  return kind === 'document' || kind === 'query'
}

/** What the functions of a file assign to a member of a parameter. */
function valuesLeftAt(index: number, keys: readonly string[], file: SourceFile): Node[] {
  return nodesOf(file).functions.flatMap((fn) => {
    const parameter = parametersOf(fn)[index]
    const variable = parameter && file.variableOf(parameter)
    const targets = variable ? writesTo({ variable, keys }, file) : []
    return targets.map((target) => {
      const assignment = parentOf(target)
      return assignment?.type === 'AssignmentExpression' && assignment.operator === '=' ? assignment.right : target
    })
  })
}
