import { relative } from 'node:path'
import type { Rule } from 'eslint'
import type { HandlerSink } from '../routes/given-models.ts'
import { unguardedSinks } from '../routes/unguarded-sinks.ts'
import { projectOf } from '../source/project.ts'
import type { Project } from '../source/source-file.ts'
import { lineOf } from '../source/syntax.ts'
import { createRule, settingOptions } from './create-rule.ts'
import { guardInsertions } from './insert-guard.ts'

export const noUnguardedWrite = createRule({
  name: 'no-unguarded-write',
  type: 'problem',
  description: 'Disallow writing the raw body to a Mongoose model or document on a route without a guard',
  recommended: 'warn',
  hasSuggestions: true,
  messages: {
    unguardedWrite:
      '`{{write}}` takes the raw body: a request can set every field of the schema. Put a guard on the route and write `req.validated`.',
    unguardedWriteElsewhere:
      '`{{write}}` in {{file}}:{{line}} takes the raw body from here: a request can set every field of the schema. Put a guard on the route and pass `req.validated`.',
    insertGuard:
      'Put a guard with fields of the schema before the handler, and read `req.validated`. Take out what a client must not set.',
  },
  options: settingOptions,
  create: (context) => ({
    'Program:exit'() {
      const project = projectOf(context)
      const writes = unguardedSinks(project, 'write')
      const insertionOf = guardInsertions(writes, project)
      for (const write of writes) {
        const fix = insertionOf(write)
        context.report({ ...describe(write, project), suggest: fix ? [{ messageId: 'insertGuard', fix }] : [] })
      }
    },
  }),
})

function describe({ at, sink }: HandlerSink, { root, cwd }: Project): Rule.ReportDescriptor {
  const { name, file, argument } = sink
  if (file === root) return { node: at, messageId: 'unguardedWrite', data: { write: name } }
  const data = {
    write: name,
    file: relative(cwd, file.path).replaceAll('\\', '/'),
    line: String(lineOf(argument, file.code)),
  }
  return { node: at, messageId: 'unguardedWriteElsewhere', data }
}
