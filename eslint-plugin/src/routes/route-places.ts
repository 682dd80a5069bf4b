import type { SimpleCallExpression } from 'estree'
import { evaluate, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import type { ModuleFilter } from '../evaluate/evaluator.ts'
import type { CallValue, ObjectValue, Value } from '../evaluate/value.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { decoratorsOf, type FunctionNode, type Node, parametersOf } from '../source/syntax.ts'
import { type Handing, handedBy, isByMadeInstance } from './handed-requests.ts'
import { type Handler, handlersOf, wrappersOf } from './handlers.ts'
import { canReadBody } from './raw-body.ts'
import { registeredBefore } from './registration-order.ts'
import { routeArguments, routerMethodOf, routerNodeOf } from './router-call.ts'
import { isNeverMatched } from './unmatched-paths.ts'

/** A route that leads to a handler, with what runs before it. */
export interface RoutePlace {
  /**
   * Whether one of the steps before it is what a test looks for; those in front of its router are found if asked for.
   */
  readonly isBehind: (test: (step: Value) => boolean) => boolean
  /** What is registered, which leads to the handler. */
  readonly step: Value
  /** The file that registers it. */
  readonly file: SourceFile
  /** Whether one of the calls that wrap the handler where it is registered is what a test looks for. */
  readonly isWrappedBy: (test: (wrapper: CallValue) => boolean) => boolean
  /**
   * Whether it leads to the handler only through others that hand their request on, each of which is what a test looks
   * for.
   */
  readonly isHandedBy: (test: (handing: Handing) => boolean) => boolean
  /**
   * Whether a handler of its own calls a method of an instance that it knows: what comes of the body is seen from
   * there.
   */
  readonly isSeenThere?: true
  /** Whether its path is one that no request has. */
  readonly isNeverMatched?: true
}

/** What routes are looked for: those that lead to a function, of several that a factory makes to the one of a call. */
export interface Destination {
  readonly fn: FunctionNode
  readonly madeBy?: Node
}

const known = new WeakMap<SourceFile, Map<Node, readonly RoutePlace[]>>()

/** The routes of the application that lead somewhere, in a file and in those that import it. */
export function routesTo(destination: Destination, file: SourceFile): readonly RoutePlace[] {
  const places = known.get(file) ?? new Map<Node, readonly RoutePlace[]>()
  known.set(file, places)
  const key = destination.madeBy ?? destination.fn
  let found = places.get(key)
  if (!found) places.set(key, (found = registeringFilesOf(file).flatMap((each) => placesIn(destination, each))))
  return found
}

/** Whether a file is one that is looked for, going by its text and its path. */
type TextFilter = (text: string, path: string) => boolean

/** The files in which routes to what a file exports are looked for, as far as the texts of the others pass. */
export function routeFilesOf(file: SourceFile, isWanted?: TextFilter): readonly SourceFile[] {
  return [file, ...importersOf(file, isWanted)]
}

/**
 * The same as `routesTo`, of the handlers that hand their request on to a function which is no handler of a route
 * itself.
 */
export function routesThrough(destination: Destination, file: SourceFile): readonly RoutePlace[] {
  const own = routesTo(destination, file)
  if (own.length > 0) return own
  // A framework calls what has decorators itself.
  if (parametersOf(destination.fn).some((parameter) => decoratorsOf(parameter).length > 0)) return []
  return [file, ...importersOf(file, canReadBody)].flatMap((each) => {
    const { functions } = nodesOf(each)
    // What is handed on is handed to another file.
    if (functions.includes(destination.fn)) return []
    return functions.flatMap((node) => {
      const handler = { node, file: each, index: 0 }
      const calls = handedBy(handler).get(destination.fn)
      if (!calls) return []
      return routesTo({ fn: node }, each).map((place): RoutePlace => ({
        ...place,
        isHandedBy: (test) => test({ handler, calls, step: place.step }) || place.isHandedBy(test),
      }))
    })
  })
}

// A class of another file may have other objects, which are none of what the linted file makes.
const importers = rememberedByFile(({ path, project }) => project.importersOf(path, path === project.root.path))

/** The files that import a file, as far as their texts pass. */
function importersOf(file: SourceFile, isWanted: TextFilter = () => true): SourceFile[] {
  const { project } = file
  return importers(file).flatMap((importer) =>
    isWanted(project.read(importer) ?? '', importer) ? (project.open(importer) ?? []) : [],
  )
}

/** The route files whose texts name a method of routers. */
function registeringFilesOf(file: SourceFile): SourceFile[] {
  return [file, ...importersOf(file, mayRegister)]
}

// The names of the methods of routers, and any call of a computed member.
const registering = /\b(?:all|use|get|post|put|patch|delete|del|options|head|route)\b|\]\s*(?:\?\.)?\s*\(/

function mayRegister(text: string): boolean {
  return registering.test(text)
}

/** A call that registers something, with what each step of it leads to. */
interface Registration {
  readonly call: SimpleCallExpression
  readonly steps: readonly { readonly value: Value; readonly handlers: readonly Handler[] }[]
}

/** What a file registers on routers; several handlers of another file ask for it. */
const registrationsIn = rememberedByFile((file): readonly Registration[] =>
  nodesOf(file).calls.flatMap((call): Registration[] =>
    call.arguments.length > 0 && routerMethodOf(call, file)
      ? [
          {
            call,
            steps: routeArguments(call.arguments, file)
              .flatMap(({ value }) => (value.kind === 'object' ? stepsInOptions(value) : [value]))
              .map((value) => ({ value, handlers: handlersOf(value, 'route') })),
          },
        ]
      : [],
  ),
)

/** Whether a file that imports another one registers something of it on a router. */
export function registersFrom(importer: string, { path, project }: SourceFile): boolean {
  const file = mayRegister(project.read(importer) ?? '') ? project.open(importer) : undefined
  return (
    !!file &&
    registrationsIn(file).some(({ steps }) =>
      steps.some(({ value, handlers }) => {
        if (handlers.some((handler) => handler.file.path === path)) return true
        return isMadeIn(value, path)
      }),
    )
  )
}

/** Whether a file makes a step, also one that a call wraps: `wrap(users.save)`, of `save = createOne(User)`. */
function isMadeIn(value: Value, path: string, depth = 0): boolean {
  const made = resolveImports(value, () => true)
  if (made.kind !== 'call') return false
  const { node, file } = made
  if (file.path === path) return true
  return depth < deepestWrap && node.arguments.some((argument) => isMadeIn(evaluate(argument, file), path, depth + 1))
}

const deepestWrap = 3

const hooks = ['onRequest', 'preParsing', 'preValidation', 'preHandler']

/**
 * Fastify's options of a route, of which hooks and schema come before the handler: `{ preHandler, schema, handler }`.
 */
function stepsInOptions(options: ObjectValue): Value[] {
  const stepsAt = (key: string): Value[] => {
    const value = memberOf(options, key)
    if (value.kind === 'array') return routeArguments(value.node.elements, value.file).map((step) => step.value)
    return value.kind === 'unknown' ? [] : [value]
  }
  return [...hooks.flatMap(stepsAt), options, ...stepsAt('handler')]
}

function placesIn({ fn, madeBy }: Destination, file: SourceFile): RoutePlace[] {
  const { byFunction, byMaker } = destinationsIn(file)
  const isOfMaker = ({ steps, index }: Leading) => {
    const step = steps[index]
    // The call itself, or one of several functions that it has made.
    if (!step) return false
    return step.handlers.some(({ node }) => node === fn) || nodeOf(resolveImports(step.value, () => true)) === madeBy
  }
  const found = (madeBy ? byMaker.get(madeBy)?.filter(isOfMaker) : byFunction.get(fn)) ?? []
  return found.flatMap(({ call, steps, index }): RoutePlace[] => {
    const step = steps[index]
    if (!step) return []
    const earlier = steps.slice(0, index).map(({ value }) => value)
    const handings = step.handlers.flatMap((handler): Handing[] => {
      const calls = handler.file === file ? handedBy(handler).get(fn) : undefined
      return calls ? [{ handler, calls, step: step.value }] : []
    })
    const isOwn = step.handlers.some(({ node }) => node === fn)
    return [
      {
        ...(handings.some(isByMadeInstance) ? { isSeenThere: true } : {}),
        ...(isNeverMatched(call, file) ? { isNeverMatched: true } : {}),
        step: step.value,
        file,
        isWrappedBy: (test) => wrappersOf(step.value, fn).some(test),
        isHandedBy: (test) => !isOwn && handings.length > 0 && handings.every(test),
        isBehind: (test) =>
          earlier.some(test) || standingBefore(call, file).some(test) || isMountedBehind(test, call, file),
      },
    ]
  })
}

/** A registration, and which of its steps leads somewhere. */
interface Leading extends Registration {
  readonly index: number
}

interface Destinations {
  readonly byFunction: ReadonlyMap<FunctionNode, readonly Leading[]>
  /** By the call of a factory. */
  readonly byMaker: ReadonlyMap<Node, readonly Leading[]>
}

/** Where the routes of a file lead, also through a handler that hands its request on: each handler asks. */
const destinationsIn = rememberedByFile((file): Destinations => {
  const byFunction = new Map<FunctionNode, Leading[]>()
  const byMaker = new Map<Node, Leading[]>()
  const add = <Key>(places: Map<Key, Leading[]>, key: Key, place: Leading) => {
    const known = places.get(key) ?? []
    places.set(key, known)
    // The first of the steps that lead there.
    if (known.at(-1)?.call !== place.call) known.push(place)
  }
  for (const registration of registrationsIn(file))
    for (const [index, { value, handlers }] of registration.steps.entries()) {
      const place = { ...registration, index }
      const made = resolveImports(value, () => true)
      const maker = made.kind === 'function' ? made.madeBy?.node : nodeOf(made)
      if (maker) add(byMaker, maker, place)
      for (const handler of handlers) {
        add(byFunction, handler.node, place)
        if (handler.file === file) for (const fn of handedBy(handler).keys()) add(byFunction, fn, place)
      }
    }
  return { byFunction, byMaker }
})

const stepsByCall = rememberedByFile(
  (file) => new Map(registrationsIn(file).map(({ call, steps }) => [call, steps] as const)),
)

/** What `router.use(…)`, `route.all(…)` and the like put before a route. */
function standingBefore(call: SimpleCallExpression, file: SourceFile): Value[] {
  const steps = stepsByCall(file)
  return registeredBefore([...steps.keys()], call, file).flatMap((earlier) =>
    (steps.get(earlier) ?? []).map(({ value }) => value),
  )
}

// Routers on routers, and those that stand on each other.
const deepestMount = 4

/** Whether a step stands before a router wherever the application mounts it: `app.use('/users', guard(…), users)`. */
function isMountedBehind(
  test: (step: Value) => boolean,
  call: SimpleCallExpression,
  file: SourceFile,
  depth = 0,
): boolean {
  const router = depth < deepestMount ? routerNodeOf(call, file) : undefined
  const mounts = router ? mountsOf(router, file) : []
  return (
    mounts.length > 0 &&
    mounts.every(
      (mount) =>
        mount.earlier.some(test) ||
        standingBefore(mount.call, mount.file).some(test) ||
        isMountedBehind(test, mount.call, mount.file, depth + 1),
    )
  )
}

/** A call that mounts a router, with the steps before it. */
interface Mount {
  readonly call: SimpleCallExpression
  readonly file: SourceFile
  readonly earlier: readonly Value[]
}

const mountsKnown = new WeakMap<SourceFile, Map<Node, readonly Mount[]>>()

function mountsOf(router: Node, file: SourceFile): readonly Mount[] {
  const known = mountsKnown.get(file) ?? new Map<Node, readonly Mount[]>()
  mountsKnown.set(file, known)
  let found = known.get(router)
  if (!found) known.set(router, (found = registeringFilesOf(file).flatMap((each) => mountsIn(router, file, each))))
  return found
}

function mountsIn(router: Node, { path }: SourceFile, file: SourceFile): Mount[] {
  const isOfRouter: ModuleFilter = (_text, _settings, opened) => opened === path
  return nodesOf(file).calls.flatMap((call): Mount[] => {
    if (routerMethodOf(call, file) !== 'use') return []
    const steps = routeArguments(call.arguments, file).map(({ value }) => value)
    const index = steps.findIndex((value) => nodeOf(resolveImports(value, isOfRouter)) === router)
    return index < 0 ? [] : [{ call, file, earlier: steps.slice(0, index) }]
  })
}

function nodeOf(value: Value): Node | undefined {
  return value.kind === 'call' ? value.node : undefined
}
