import { keyOf } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { createFlow } from '../flow/flow.ts'
import { follow } from '../flow/follow.ts'
import { memberChain, writesTo } from '../flow/member-chain.ts'
import { answerOnce } from '../source/cycles.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parametersOf, parentOf, wrapped } from '../source/syntax.ts'
import { bodyReadsOf, wholeRead } from './body-reads.ts'
import { traceOf } from './body-sinks.ts'
import type { HandlerSink } from './given-models.ts'
import { type Handler, handlersOf } from './handlers.ts'
import { isProtection, isRefusing, validatedBefore } from './protection.ts'
import { rawBody } from './raw-body.ts'
import { type RoutePlace, routesTo } from './route-places.ts'

/**
 * A place where one step of a route leaves something for the next: `req.payload`, `res.locals.data`, `ctx.state.data`.
 */
interface Place {
  /** Which parameter of a step leads there. */
  readonly index: number
  readonly keys: readonly string[]
}

// What frameworks and the packages around them keep on a request themselves.
const ownMembers: ReadonlySet<string> = new Set(
  'body rawBody params query headers user session cookies signedCookies file files ip ips path url originalUrl baseUrl method app res req request response route get header is accepts protocol hostname host secure fresh stale xhr subdomains log logger id validated socket connection status set throw render redirect cookie on once pipe next json text formData nextUrl signal clone locals state'.split(
    ' ',
  ),
)
// What is called so is a text or a number.
const scalar = /(?:id|ids|role|email|token|name|key|ip|lang|locale|time)$/i
const holders: readonly (readonly [index: number, holder: string])[] = [
  [0, 'state'],
  [1, 'locals'],
]

/** The writes to which a handler brings what an earlier step of a route has left for it of the raw body. */
export function sinksOfLeft(handler: Handler): HandlerSink[] {
  const { node, file } = handler
  return placesReadBy(handler).flatMap((place) => {
    const paths = [place.keys]
    const trace = traceOf({ node, file, index: place.index }, paths)
    const sinks = trace.sinks.filter(({ sink }) => sink.kind === 'write')
    if (sinks.length === 0 || !routesTo({ fn: node }, file).some((route) => isLeft(place, route, handler))) return []
    const holder = { ...handler, index: place.index }
    const isValidated = [validatedBefore(holder, paths), validatedBefore(handler, rawBody.onRoute)]
    return sinks
      .filter(({ at }) => !isValidated.some((isPast) => isPast(at)))
      .map((sink) => ({ ...sink, handler, isLeft: true }) as const)
  })
}

function placesReadBy({ node, file }: Handler): Place[] {
  const parameters = parametersOf(node).slice(0, 2)
  if (parameters.length === 0) return []
  const places = new Map<string, Place>()
  for (const [index, parameter] of parameters.entries())
    for (const [key, read] of membersOf(parameter, file)) {
      const isHolder = holders.some(([at, holder]) => at === index && holder === key)
      if (!isHolder && (index > 0 || ownMembers.has(key))) continue
      const found = isHolder ? membersOf(read, file) : [[key, read] as const]
      for (const [last, place] of found)
        if (!scalar.test(last) && !isTakenApart(place)) {
          const keys = isHolder ? [key, last] : [last]
          places.set(`${String(index)} ${keys.join('.')}`, { index, keys })
        }
    }
  return [...places.values()]
}

/** `req.order.total`, which hands nothing on as a whole. */
function isTakenApart(read: Node): boolean {
  const outer = wrapped(read)
  const parent = parentOf(outer)
  return parent?.type === 'MemberExpression' && parent.object === outer
}

/**
 * The keys that are read of a parameter, a variable or a member, with the pattern or the expression that each is read
 * by.
 */
function membersOf(holder: Node, file: SourceFile): [string, Node][] {
  switch (holder.type) {
    case 'ObjectPattern':
      return holder.properties.flatMap((property): [string, Node][] => {
        const key = property.type === 'Property' ? keyOf(property, file) : undefined
        return property.type === 'Property' && key !== undefined ? [[key, property.value]] : []
      })
    case 'Identifier':
      return answerOnce<[string, Node][]>('members', holder, [], () =>
        file.readsOf(holder).flatMap((read) => membersAt(read, file)),
      )
    case 'MemberExpression':
      return membersAt(holder, file)
    default:
      return []
  }
}

function membersAt(read: Node, file: SourceFile): [string, Node][] {
  const outer = wrapped(read)
  const parent = parentOf(outer)
  if (parent?.type === 'VariableDeclarator') return parent.init === outer ? membersOf(parent.id, file) : []
  const key = parent?.type === 'MemberExpression' && parent.object === outer ? keyOf(parent, file) : undefined
  return parent && key !== undefined ? [[key, parent]] : []
}

/** Whether the raw body is left at a place on a route, and nothing before the handler refuses unknown fields of it. */
function isLeft(place: Place, { isBehind }: RoutePlace, handler: Handler): boolean {
  return (
    isBehind((step) => leftBy(step, place) === 'body') &&
    !isBehind((step) => leftBy(step, place) === 'other' || isProtection(step, handler) || isRefusingAt(step, place))
  )
}

function isRefusingAt(step: Value, { index, keys }: Place): boolean {
  return handlersOf(step, 'route').some((earlier) =>
    isRefusing(step, { ...earlier, index: earlier.index + index }, [keys]),
  )
}

/** What a step of a route leaves at a place. */
function leftBy(step: Value, place: Place): 'body' | 'other' | undefined {
  const found = handlersOf(step, 'route').flatMap((earlier) => leftByHandler(earlier, place) ?? [])
  return found.includes('other') ? 'other' : found[0]
}

function leftByHandler(earlier: Handler, { index, keys }: Place): 'body' | 'other' | undefined {
  const { node, file } = earlier
  const parameter = parametersOf(node)[earlier.index + index]
  const variable = parameter && file.variableOf(parameter)
  const writes = variable ? writesTo({ variable, keys }, file) : []
  if (!variable || writes.length === 0) return undefined
  const raw = new Set<Node>()
  const flow = createFlow({
    reach(expression, path) {
      const assignment = parentOf(wrapped(expression))
      if (path.length === 0 && assignment?.type === 'AssignmentExpression' && assignment.operator === '=') {
        const chain = memberChain(assignment.left, file)
        if (chain?.variable === variable && chain.keys.join('.') === keys.join('.')) raw.add(assignment.left)
      }
      return true
    },
  })
  for (const read of bodyReadsOf(earlier, rawBody.onRoute).reads) follow(flow, wholeRead(read.node), [], read.file)
  return writes.every((write) => raw.has(write)) ? 'body' : 'other'
}
