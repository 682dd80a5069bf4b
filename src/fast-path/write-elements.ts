import type { NodePlan } from '../plan/plan.ts'
import { maxDepth } from '../values/body-limits.ts'
import { copyArray, slice } from '../values/copy-array.ts'
import { countElements } from './free-content.ts'
import type { GeneratedCode } from './generated-code.ts'
import { rememberArray } from './seen-body.ts'

/** Where the code finds an array: `depth` counts the arrays around it within the function. */
export interface ArrayTarget {
  readonly v: string
  readonly depth: number
  /** What is done about an array that is not good. */
  readonly leave: string
}

/** Code that leaves the copy of an element in the variable `e`, or does what `leave` says. */
export type ElementCode = (e: string, leave: string) => string | undefined

/**
 * Code that leaves the copy of an array in its variable. Of one that is not good, the copies of its first elements are
 * remembered for the walker, which comes to it by `kept`.
 */
export function elementsCode(
  code: GeneratedCode,
  kept: NodePlan | undefined,
  { v, depth, leave }: ArrayTarget,
  content: ElementCode,
): string | undefined {
  const [a, e, i] = [`a${depth}`, `e${depth}`, `i${depth}`]
  const remember =
    kept === undefined
      ? ''
      : `${code.constant(rememberArray)}(${code.constant(kept)}, ${v}, d + ${depth + 1}, ${a}, ${i}); `
  const inner = content(e, `{ ${remember}${leave} }`)
  if (inner === undefined) return undefined
  // As `copyArray`, but in place, where V8 meets few kinds of arrays.
  const copy = `${v}.constructor === ${code.constant(Array)} ? ${code.constant(slice)}.call(${v}) : ${code.constant(copyArray)}(${v})`
  return `
        if (d > ${maxDepth - depth - 1} || !Array.isArray(${v})) ${leave}
        ${code.constant(countElements)}(${v})
        const ${a} = ${copy}
        for (let ${i} = 0; ${i} < ${a}.length; ${i}++) {
          let ${e} = ${a}[${i}]${inner}
          ${a}[${i}] = ${e}
        }
        ${v} = ${a}`
}
