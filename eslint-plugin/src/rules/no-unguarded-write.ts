import { bodyReadsOf, type BodyRead } from '../routes/body-reads.ts'
import { callsOf } from '../source/file-nodes.ts'
import { createFlow, type Key } from '../flow/flow.ts'
import { followExpression } from '../flow/follow-expression.ts'
import { followPattern } from '../flow/follow-pattern.ts'
import { handlersOf } from '../routes/handlers.ts'
import { type Project, projectOf } from '../source/project.ts'
import { wholeRead } from './read-validated.ts'
import { isRouteArgument, isWebHandler, looksLikeHandler } from '../routes/handler-shape.ts'
import { routerMethodOf } from '../routes/router-call.ts'
import { guardedRoutes, positionOf, routeArguments } from '../routes/guarded-routes.ts'
import type { FunctionNode, Node } from '../source/syntax.ts'
import { type Write, writeOf } from '../mongoose/writes.ts'
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
      // Every way to the raw body has one of these names in it.
      if (!/\b(?:body|json)\b/.test(context.sourceCode.text)) return
      const project = projectOf(context)
      const guarded = new Set(guardedFunctions(project))
      const writes = new Map<Node, Write>()
      for (const fn of callsOf(project).functions) {
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
    route.handlers.flatMap(({ site, value }) =>
      handlersOf(value, positionOf(route, value, site), 'nothing').map(({ node }) => node),
    ),
  )
}

// Express and Fastify; Koa; Hono; then the web's own Request, and SvelteKit's and Remix's event around it.
const routePaths: readonly (readonly Key[])[] = [['body'], ['request', 'body'], ['req', 'json']]
const webPaths: readonly (readonly Key[])[] = [['json'], ['request', 'json']]

function rawReadsOf(node: FunctionNode, { root: file }: Project): readonly BodyRead[] {
  const isRoute = looksLikeHandler(node, file) || isRouteArgument(node, file)
  const paths = [...(isRoute ? routePaths : []), ...(isWebHandler(node) ? webPaths : [])]
  return paths.length > 0 ? bodyReadsOf({ node, file, index: 0 }, paths).reads : []
}

/** Whether an earlier middleware of the same route puts something else in the place of the raw body, as validators do. */
function isBehindReplacement(fn: FunctionNode, project: Project): boolean {
  const { root } = project
  return callsOf(project).calls.some((call) => {
    if (!routerMethodOf(call, root)) return false
    const handlers = routeArguments(call.arguments, root).map(({ value }) => handlersOf(value, 'route', 'handler'))
    const index = handlers.findIndex((each) => each.some(({ node }) => node === fn))
    return handlers
      .slice(0, Math.max(0, index))
      .some((earlier) => earlier.some((handler) => bodyReadsOf(handler, [['body']]).replaces))
  })
}

function writesOf({ node, file }: BodyRead): Write[] {
  const writes: Write[] = []
  const flow = createFlow({
    includesParts: true,
    reach(expression, path) {
      const write = writeOf(expression, path, file)
      if (write) writes.push(write)
      return !write
    },
  })
  if (node.type === 'Property') followPattern(flow, node.value, [], file)
  else followExpression(flow, wholeRead(node), [], file)
  return writes
}
