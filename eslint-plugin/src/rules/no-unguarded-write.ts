import { relative } from 'node:path'
import type { Rule } from 'eslint'
import { isServerAction, readsForm } from '../routes/body-sources.ts'
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
    unguardedWrite: '`{{write}}` takes the raw body: a request can set every field of the schema. {{advice}}',
    unguardedWriteElsewhere:
      '`{{write}}` in {{file}}:{{line}} takes the raw body from here: a request can set every field of the schema. {{advice}}',
    unguardedWriteInAction:
      '`{{write}}`{{place}} takes what a client calls this action with: it can set every field of the schema. Let a guard of `createGuard()` validate it before, a form by `fromForm()`, and write its `validated`.',
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

function describe({ at, sink, handler }: HandlerSink, { root, cwd }: Project): Rule.ReportDescriptor {
  const { name: write, file, argument } = sink
  const path = relative(cwd, file.path).replaceAll('\\', '/')
  const line = String(lineOf(argument, file.code))
  if (isServerAction(handler.node, handler.file)) {
    const place = file === root ? '' : ` in ${path}:${line}`
    return { node: at, messageId: 'unguardedWriteInAction', data: { write, place } }
  }
  // The guards of routes take JSON.
  const advice = (verb: string) =>
    readsForm(handler)
      ? `Let a guard of \`createGuard()\` validate what \`fromForm()\` makes of the form, and ${verb} its \`validated\`.`
      : `Put a guard on the route and ${verb} \`req.validated\`.`
  return file === root
    ? { node: at, messageId: 'unguardedWrite', data: { write, advice: advice('write') } }
    : { node: at, messageId: 'unguardedWriteElsewhere', data: { write, file: path, line, advice: advice('pass') } }
}
