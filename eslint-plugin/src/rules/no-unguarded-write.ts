import { createFlow } from '../flow/flow.ts'
import { follow } from '../flow/follow.ts'
import { type Write, writeOf } from '../mongoose/writes.ts'
import { type BodyRead, bodyReadsOf, wholeRead } from '../routes/body-reads.ts'
import { guardedRoutes, handlersBehind } from '../routes/guarded-routes.ts'
import { hasHandlerShape, isRouteArgument, isWebHandler } from '../routes/handler-shape.ts'
import { handlersOf } from '../routes/handlers.ts'
import { canReadBody, rawBody } from '../routes/raw-body.ts'
import { routeArguments, routerMethodOf } from '../routes/router-call.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { projectOf } from '../source/project.ts'
import type { Project } from '../source/source-file.ts'
import type { FunctionNode, Node } from '../source/syntax.ts'
import { createRule } from './create-rule.ts'

export const noUnguardedWrite = createRule({
  name: 'no-unguarded-write',
  type: 'problem',
  description: 'Disallow writing the raw body to a Mongoose model or document on a route without a guard',
  recommended: 'warn',
  messages: {
    unguardedWrite:
      '`{{write}}` takes the raw body: a request can set every field of the schema. Put a guard on the route and write `req.validated`.',
  },
  create: (context) => ({
    'Program:exit'() {
      if (!canReadBody(context.sourceCode.text)) return
      const project = projectOf(context)
      const guarded = new Set(guardedFunctions(project))
      const writes = new Map<Node, Write>()
      for (const fn of nodesOf(project.root).functions) {
        if (guarded.has(fn)) continue
        const found = rawReadsOf(fn, project).flatMap(writesOf)
        if (found.length > 0 && !isBehindReplacement(fn, project))
          for (const write of found) writes.set(write.argument, write)
      }
      for (const { name, argument } of writes.values())
        context.report({ node: argument, messageId: 'unguardedWrite', data: { write: name } })
    },
  }),
})

/** Handlers behind a guard, which `no-body-after-guard` speaks for. */
function guardedFunctions(project: Project): FunctionNode[] {
  return guardedRoutes(project).flatMap((route) =>
    Array.from(handlersBehind(route, 'file'), ({ handler }) => handler.node),
  )
}

function rawReadsOf(node: FunctionNode, { root: file }: Project): readonly BodyRead[] {
  const isRoute = hasHandlerShape(node, file) || isRouteArgument(node, file)
  const paths = [...(isRoute ? rawBody.onRoute : []), ...(isWebHandler(node) ? rawBody.inWebHandler : [])]
  return paths.length > 0 ? bodyReadsOf({ node, file, index: 0 }, paths).reads : []
}

/** Whether an earlier middleware of the same route puts something else in the place of the raw body, as validators do. */
function isBehindReplacement(fn: FunctionNode, project: Project): boolean {
  const { root } = project
  return nodesOf(root).calls.some((call) => {
    if (!routerMethodOf(call, root)) return false
    const handlers = routeArguments(call.arguments, root).map(({ value }) => handlersOf(value, 'route'))
    const index = handlers.findIndex((each) => each.some(({ node }) => node === fn))
    return handlers
      .slice(0, Math.max(0, index))
      .some((earlier) => earlier.some((handler) => bodyReadsOf(handler, rawBody.onRoute).isReplaced))
  })
}

function writesOf({ node, file }: BodyRead): Write[] {
  const writes: Write[] = []
  const flow = createFlow({
    isPartIncluded: true,
    reach(expression, path) {
      const write = writeOf(expression, path, file)
      if (write) writes.push(write)
      return !write
    },
  })
  follow(flow, wholeRead(node), [], file)
  return writes
}
