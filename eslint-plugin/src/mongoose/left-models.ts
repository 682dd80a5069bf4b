import type { Value } from '../evaluate/value.ts'
import type { Project } from '../source/source-file.ts'
import { parametersOf } from '../source/syntax.ts'
import { hasMongooseAlone } from './mappers.ts'

// What frameworks call a request, its context, the server, and where they let an application keep things.
const holders = /^_?(?:req|request|ctx|context|c|res|response|reply|app|fastify|server|instance)$/
const keepers: ReadonlySet<string> = new Set(['state', 'locals', 'app', 'server'])

/** `req.models`, in an application that has Mongoose and no other mapper, and leaves its models there. */
export function isLeftModels(value: Value, project: Project): boolean {
  if (value.kind !== 'member' || value.key !== 'models') return false
  const { object } = value
  const holder = object.kind === 'member' && keepers.has(object.key) ? object.object : object
  return isHolder(holder) && hasMongooseAlone(project) && project.leavesModels()
}

function isHolder(value: Value): boolean {
  if (value.kind !== 'parameter') return value.kind === 'receiver'
  const parameter = parametersOf(value.fn)[value.index]
  // `({ models, body }, res) => …`
  return parameter?.type === 'Identifier' ? holders.test(parameter.name) : value.index === 0
}
