import { relative } from 'node:path'
import type { Rule } from 'eslint'
import type { AccessPath } from '../flow/flow.ts'
import { type BodyRead, bodyReadsOf, wholeRead } from '../routes/body-reads.ts'
import { type GuardedRoute, guardedRoutes, handlersBehind } from '../routes/guarded-routes.ts'
import { rawBody } from '../routes/raw-body.ts'
import { projectOf } from '../source/project.ts'
import type { Project, SourceFile } from '../source/source-file.ts'
import { lineOf, type Node, rangeOf } from '../source/syntax.ts'
import { createRule, settingOptions } from './create-rule.ts'
import { readText, readValidated } from './read-validated.ts'

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
  options: { modules: settingOptions.modules },
  create: (context) => ({
    'Program:exit'() {
      const project = projectOf(context)
      const here = new Map<Node, BodyRead>()
      const elsewhere = new Map<Node, Map<SourceFile, Set<Node>>>()
      for (const route of guardedRoutes(project))
        for (const { site, read } of readsBehind(route))
          if (read.file === project.root) here.set(read.node, read)
          else addRead(elsewhere, site, read)
      for (const read of here.values()) context.report(reportHere(read))
      for (const [site, files] of elsewhere)
        for (const [file, nodes] of files) context.report(reportElsewhere(site, file, [...nodes], project))
    },
  }),
})

function addRead(reads: Map<Node, Map<SourceFile, Set<Node>>>, site: Node, { file, node }: BodyRead): void {
  const files = reads.get(site) ?? new Map<SourceFile, Set<Node>>()
  reads.set(site, files.set(file, (files.get(file) ?? new Set()).add(node)))
}

function* readsBehind(route: GuardedRoute): Iterable<{ site: Node; read: BodyRead }> {
  const paths = rawBodyPaths(route)
  for (const { site, handler } of handlersBehind(route, 'application')) {
    const { reads, isReplaced } = bodyReadsOf(handler, paths, { elsewhere: 'enter' })
    for (const read of reads) yield { site, read }
    // A middleware that puts the validated body in the place of the raw one speaks for what follows it.
    if (isReplaced) return
  }
}

function rawBodyPaths({ guard, position }: GuardedRoute): readonly AccessPath[] {
  const isWeb = guard.entry === 'web' || (position === 'web' && guard.entry !== 'express')
  return isWeb ? rawBody.behindGuard.web : rawBody.behindGuard.express
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

/** One report a handler, at its route: the linter shows no other file. */
function reportElsewhere(
  site: Node,
  file: SourceFile,
  reads: readonly Node[],
  { cwd }: Project,
): Rule.ReportDescriptor {
  const inOrder = reads.toSorted((a, b) => rangeOf(a)[0] - rangeOf(b)[0])
  const lines = inOrder.map((node) => lineOf(node, file.code))
  const [first] = inOrder
  return {
    node: site,
    messageId: 'bodyAfterGuardElsewhere',
    data: {
      read: first ? readText(first, file.code) : '',
      file: relative(cwd, file.path).replaceAll('\\', '/'),
      line: [...new Set(lines)].join(', '),
    },
  }
}
