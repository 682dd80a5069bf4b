import { type CallValue, makerOf, type Value } from './value.ts'

// Containers for dependency injection that are asked for an instance by its class.
const containers: ReadonlySet<string> = new Set([
  'tsyringe',
  'typedi',
  'inversify',
  '@nestjs/core',
  'injection-js',
  'diod',
])
const askings: ReadonlySet<string> = new Set(['get', 'resolve'])

/** Whether a call asks a container for an instance of what it is given: `container.resolve(UserController)`. */
export function isAskingContainer({ node }: CallValue, callee: Value): boolean {
  if (node.type !== 'CallExpression' || node.arguments.length === 0) return false
  if (callee.kind === 'external') return containers.has(callee.source) && askings.has(callee.path.at(-1) ?? '')
  return callee.kind === 'member' && askings.has(callee.key) && isContainer(callee.object)
}

/** `new Container()`, `container.createChildContainer()`, and what is declared to be one. */
function isContainer(value: Value): boolean {
  const maker = makerOf(value)
  return maker.kind === 'member' ? isContainer(maker.object) : maker.kind === 'external' && containers.has(maker.source)
}
