import { relative } from 'node:path'
import type { Rule } from 'eslint'
import { bodyReadsOf } from '../routes/body-reads.ts'
import { type BodySource, bodySourcesOf } from '../routes/body-sources.ts'
import { type BodyWrite, traceOf } from '../routes/body-writes.ts'
import { writesOfModels } from '../routes/given-models.ts'
import { guardedRoutes, handlersBehind } from '../routes/guarded-routes.ts'
import { isProtected, isValidatedBefore } from '../routes/protection.ts'
import { canReadBody } from '../routes/raw-body.ts'
import { routesTo } from '../routes/route-places.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { projectOf } from '../source/project.ts'
import type { Project } from '../source/source-file.ts'
import { type FunctionNode, lineOf, type Node } from '../source/syntax.ts'
import { createRule } from './create-rule.ts'

export const noUnguardedWrite = createRule({
  name: 'no-unguarded-write',
  type: 'problem',
  description: 'Disallow writing the raw body to a Mongoose model or document on a route without a guard',
  recommended: 'warn',
  messages: {
    unguardedWrite:
      '`{{write}}` takes the raw body: a request can set every field of the schema. Put a guard on the route and write `req.validated`.',
    unguardedWriteElsewhere:
      '`{{write}}` in {{file}}:{{line}} takes the raw body from here: a request can set every field of the schema. Put a guard on the route and pass `req.validated`.',
  },
  create: (context) => ({
    'Program:exit'() {
      const project = projectOf(context)
      const { root } = project
      const found = new Map<Node, BodyWrite>()
      if (canReadBody(context.sourceCode.text)) {
        const guarded = new Set(guardedFunctions(project))
        for (const fn of nodesOf(root).functions)
          if (!guarded.has(fn)) for (const write of unguardedWrites(fn, project)) found.set(write.at, write)
      }
      for (const write of writesOfModels(root)) if (!found.has(write.at)) found.set(write.at, write)
      for (const write of found.values()) context.report(describe(write, project))
    },
  }),
})

/** Handlers behind a guard, which `no-body-after-guard` speaks for. */
function guardedFunctions(project: Project): FunctionNode[] {
  return guardedRoutes(project).flatMap((route) =>
    Array.from(handlersBehind(route, 'file'), ({ handler }) => handler.node),
  )
}

function unguardedWrites(node: FunctionNode, { root: file }: Project): BodyWrite[] {
  return bodySourcesOf(node, file).flatMap(({ index, paths, isOpen }: BodySource) => {
    const handler = { node, file, index }
    // Most functions answer no request: they are followed only if they read a body themselves.
    if (isOpen && bodyReadsOf(handler, paths).reads.length === 0) return []
    const { writes } = traceOf(handler, paths)
    if (writes.length === 0 || (isOpen && routesTo({ fn: node }, file).length === 0) || isProtected(handler)) return []
    return writes.filter(({ at }) => !isValidatedBefore(handler, at))
  })
}

function describe({ at, write }: BodyWrite, { root, cwd }: Project): Rule.ReportDescriptor {
  const { name, file, argument } = write
  if (file === root) return { node: at, messageId: 'unguardedWrite', data: { write: name } }
  const data = {
    write: name,
    file: relative(cwd, file.path).replaceAll('\\', '/'),
    line: String(lineOf(argument)),
  }
  return { node: at, messageId: 'unguardedWriteElsewhere', data }
}
