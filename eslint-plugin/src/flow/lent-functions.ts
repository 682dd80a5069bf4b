import type { AccessPath } from './flow.ts'

/** Where a value stands among the arguments that a function sees. */
export interface SeenArgument {
  readonly index: number
  readonly path: AccessPath
}

/** Where an argument of `fn.call(…)`, `fn.bind(…)` or `fn.apply(…)` stands for `fn`. */
export function argumentLent(method: string | undefined, index: number, path: AccessPath): SeenArgument | undefined {
  if (method === 'call' || method === 'bind') return index > 0 ? { index: index - 1, path } : undefined
  const [step, ...rest] = path
  return method === 'apply' && index === 1 && typeof step === 'string' ? { index: Number(step), path: rest } : undefined
}
