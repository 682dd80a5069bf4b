import type { SimpleCallExpression } from 'estree'
import { resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { nodesOf } from '../source/file-nodes.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { FunctionNode, Node } from '../source/syntax.ts'
import { bodyReadsOf } from './body-reads.ts'
import { type Handler, handlersOf } from './handlers.ts'
import { isRegisteredBefore } from './registration-order.ts'
import { routeArguments, routerMethodOf, routerNodeOf } from './router-call.ts'

/** A route that leads to a handler, with what runs before it. */
export interface RoutePlace {
  readonly before: readonly Value[]
}

/** The routes of the application that lead to a function, in its own file and in those that import it. */
export function routesTo(fn: FunctionNode, file: SourceFile): RoutePlace[] {
  return [...placesIn(fn, file), ...importersOf(file).flatMap((importer) => placesIn(fn, importer))]
}

function importersOf({ path, project }: SourceFile): SourceFile[] {
  return project.importersOf(path).flatMap((importer) => project.open(importer) ?? [])
}

function placesIn(fn: FunctionNode, file: SourceFile): RoutePlace[] {
  return nodesOf(file).calls.flatMap((call): RoutePlace[] => {
    if (call.arguments.length === 0 || !routerMethodOf(call, file)) return []
    const steps = routeArguments(call.arguments, file).map(({ value }) => value)
    const index = steps.findIndex((value) =>
      handlersOf(value, 'route').some(
        (handler) => handler.node === fn || (handler.file === file && handsTo(handler, fn)),
      ),
    )
    if (index < 0) return []
    return [{ before: [...mountedBehind(call, file), ...standingBefore(call, file), ...steps.slice(0, index)] }]
  })
}

/** `(req, res) => controller.create(req, res)` */
function handsTo(handler: Handler, fn: FunctionNode): boolean {
  let hasReached = false
  bodyReadsOf(handler, [['body']], ({ callee }) => {
    hasReached ||= callee.node === fn
    return []
  })
  return hasReached
}

/** What `router.use(…)` and `route.all(…)` put before a route. */
function standingBefore(call: SimpleCallExpression, file: SourceFile): Value[] {
  return nodesOf(file).calls.flatMap((earlier) => {
    const method = routerMethodOf(earlier, file)
    if ((method !== 'use' && method !== 'all') || !isRegisteredBefore(earlier, call, file)) return []
    const steps = routeArguments(earlier.arguments, file).map(({ value }) => value)
    return steps[0]?.kind === 'literal' ? [] : steps
  })
}

/** What stands before a router where another file mounts it: `app.use('/users', guard(…), users)`. */
function mountedBehind(call: SimpleCallExpression, file: SourceFile): readonly Value[] {
  const router = routerNodeOf(call, file)
  if (!router) return []
  const mounts = importersOf(file).flatMap((importer) =>
    nodesOf(importer).calls.flatMap((mount) => {
      if (routerMethodOf(mount, importer) !== 'use') return []
      const steps = routeArguments(mount.arguments, importer).map(({ value }) => value)
      const index = steps.findIndex((value) => nodeOf(resolveImports(value, () => true)) === router)
      return index < 0 ? [] : [[...standingBefore(mount, importer), ...steps.slice(0, index)]]
    }),
  )
  const [only] = mounts
  return only && mounts.length === 1 ? only : []
}

function nodeOf(value: Value): Node | undefined {
  return value.kind === 'call' ? value.node : undefined
}
