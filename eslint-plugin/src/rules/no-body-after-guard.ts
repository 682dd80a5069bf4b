import { relative } from 'node:path'
import type { Rule } from 'eslint'
import { type BodyRead, bodyReadsOf, expressBody, webBody } from '../analysis/body-reads.ts'
import type { Key } from '../analysis/flow.ts'
import { handlersOf } from '../analysis/handlers.ts'
import { type Project, projectOf } from '../analysis/project.ts'
import { readText, readValidated, wholeRead } from '../analysis/read-text.ts'
import { type GuardedRoute, guardedRoutes, positionOf } from '../analysis/routes.ts'
import type { Node } from '../analysis/syntax.ts'
import { createRule } from '../rule.ts'

export const noBodyAfterGuard = createRule({
  name: 'no-body-after-guard',
  type: 'problem',
  description: 'Disallow reading the raw body behind a guard, where `req.validated` holds what the route accepts',
  recommended: 'error',
  hasSuggestions: true,
  messages: {
    bodyAfterGuard:
      '`{{read}}` is the raw body: the guard of this route checked it and left `req.validated`. Read that.',
    bodyAfterGuardElsewhere:
      'The handler of this guarded route reads the raw body, `{{read}}`, in {{file}}:{{line}}. Read `req.validated` there.',
    useValidated: 'Read `validated`, which holds only what the guard let through.',
  },
  create: (context) => ({
    'Program:exit'() {
      const project = projectOf(context)
      const reported = new Set<Node>()
      for (const route of guardedRoutes(project))
        for (const { site, read } of readsBehind(route)) {
          if (reported.has(read.node)) continue
          reported.add(read.node)
          context.report(read.file === project.root ? reportHere(read) : reportElsewhere(site, read, project))
        }
    },
  }),
})

function* readsBehind(route: GuardedRoute): Iterable<{ site: Node; read: BodyRead }> {
  const paths = rawBodyPaths(route)
  for (const { site, value } of route.handlers)
    for (const handler of handlersOf(value, positionOf(route, value, site))) {
      const { reads, replaces } = bodyReadsOf(handler, paths)
      for (const read of reads) yield { site, read }
      // A middleware that puts the validated body in the place of the raw one speaks for what follows it.
      if (replaces) return
    }
}

function rawBodyPaths({ guard, position }: GuardedRoute): Key[][] {
  const isWeb = guard.entry === 'web' || (position === 'web' && guard.entry !== 'express')
  return [[isWeb ? webBody : expressBody]]
}

function reportHere({ node, file }: BodyRead): Rule.ReportDescriptor {
  const fix = readValidated(node, file.code)
  return {
    node: wholeRead(node),
    messageId: 'bodyAfterGuard',
    data: { read: readText(node, file.code) },
    suggest: fix ? [{ messageId: 'useValidated', fix }] : [],
  }
}

function reportElsewhere(site: Node, { node, file }: BodyRead, { cwd }: Project): Rule.ReportDescriptor {
  const line = file.code.getLoc(node as Rule.Node).start.line
  return {
    node: site,
    messageId: 'bodyAfterGuardElsewhere',
    data: { read: readText(node, file.code), file: relative(cwd, file.path), line: String(line) },
  }
}
