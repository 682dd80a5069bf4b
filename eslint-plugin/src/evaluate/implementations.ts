import { nodesOf } from '../source/file-nodes.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { Node } from '../source/syntax.ts'
import { rememberedByText } from '../source/text-facts.ts'
import type { Evaluator } from './evaluator.ts'
import type { ClassValue, InterfaceValue, Value } from './value.ts'

const implementing = rememberedByText((text) => /\bimplements\b/.test(text))
// What a test is given in the place of the real one.
const isForTests =
  /(?:^|[\\/])(?:tests?|__tests__|__mocks__|mocks?|fakes?|stubs?)[\\/]|(?:test|spec|mock|fake|stub)\.\w+$|in-?memory/i

const known = rememberedByFile(() => new Map<Node, ClassValue | undefined>())

/**
 * The one class that implements an interface, in a file that imports it or beside it; `undefined` where there are
 * several.
 */
export function classImplementing(
  evaluator: Evaluator,
  asked: InterfaceValue,
  resolve: (value: Value) => Value,
): ClassValue | undefined {
  const { file, node } = asked
  const classes = known(file)
  if (!classes.has(node)) {
    // An interface that is asked for while it is looked for adds nothing.
    classes.set(node, undefined)
    const found = classesImplementing(evaluator, asked, resolve)
    classes.set(node, found.length === 1 ? found[0] : undefined)
  }
  return classes.get(node)
}

function classesImplementing(
  { evaluate }: Evaluator,
  { file, node }: InterfaceValue,
  resolve: (value: Value) => Value,
): ClassValue[] {
  const { path, project } = file
  return [path, ...project.importersOf(path)].flatMap((each) => {
    if (isForTests.test(each.slice(project.cwd.length)) || !implementing(project.read(each) ?? '', each)) return []
    const opened = project.open(each)
    return (opened ? nodesOf(opened).classes : []).flatMap((found): ClassValue[] => {
      const heritage = found as ImplementingClass
      const isOfIt = (heritage.implements ?? []).some(({ expression }) => {
        const value = opened && resolve(evaluate(expression, opened))
        return value?.kind === 'interface' && value.node === node
      })
      return opened && isOfIt && !heritage.abstract
        ? [{ kind: 'class', node: found, file: opened, isByInterface: true }]
        : []
    })
  })
}

interface ImplementingClass {
  readonly abstract?: boolean
  readonly implements?: readonly { readonly expression: Node }[]
}
