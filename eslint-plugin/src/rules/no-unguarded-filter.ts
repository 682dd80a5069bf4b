import { relative } from 'node:path'
import type { Rule } from 'eslint'
import { filterSourcesOf, querySourcesOf, type QueryChoice } from '../routes/filter-sources.ts'
import type { HandlerSink } from '../routes/given-models.ts'
import { unguardedSinks } from '../routes/unguarded-sinks.ts'
import { isCheckedOnRoute } from '../routes/route-checks.ts'
import { projectOf } from '../source/project.ts'
import type { Project } from '../source/source-file.ts'
import { lineOf, type Node, parentOf } from '../source/syntax.ts'
import { createRule, settingOptions } from './create-rule.ts'
import { readText } from './read-validated.ts'

export const noUnguardedFilter = createRule({
  name: 'no-unguarded-filter',
  type: 'problem',
  description: 'Disallow raw values of a request in the filter of a Mongoose query, where they may be query selectors',
  recommended: 'strict',
  hasSuggestions: true,
  messages: {
    rawValue:
      '`{{value}}` is matched as the client sent it: `{ "$ne": null }` would match other documents. Write `{ $eq: {{value}} }`, or check that it is a text.',
    rawFilter:
      '`{{call}}` takes a filter as the client sent it, with any field and any query selector. Name the fields that may be asked for.',
    rawFilterElsewhere:
      '`{{call}}` in {{file}}:{{line}} matches what is sent from here: `{ "$ne": null }` would match other documents. Write `{ $eq: … }` there, or check the types here.',
    useEq: 'Match this very value, with `$eq`.',
  },
  options: { ...settingOptions, query: { schema: { enum: ['auto', 'always', 'never'] }, default: 'auto' } },
  create: (context) => ({
    'Program:exit'() {
      const project = projectOf(context)
      const { root } = project
      const { query = 'auto' } = (context.options[0] ?? {}) as { query?: QueryChoice }
      const filters = unguardedSinks(project, 'filter', (fn, file) => filterSourcesOf(fn, file, query))
      if (filters.length === 0 || project.sanitizesFilters()) return
      for (const filter of project.parsesTexts() ? withoutTexts(filters, project, query) : filters)
        if (!isCheckedOnRoute(filter.handler, root, filter.madeBy)) context.report(describe(filter, project))
    },
  }),
})

/**
 * The filters that get an object where the parts of a body are texts: one that is the body itself, and values of the
 * query.
 */
function withoutTexts(filters: readonly HandlerSink[], project: Project, query: QueryChoice): HandlerSink[] {
  const ofQuery = unguardedSinks(project, 'filter', (fn, file) => querySourcesOf(fn, file, query))
  const places = new Set(ofQuery.map(({ at }) => at))
  return filters.filter(({ at, sink }) => sink.isWhole === true || places.has(at))
}

function describe({ at, sink }: HandlerSink, { root, cwd }: Project): Rule.ReportDescriptor {
  const { name, file, argument, value, isWhole } = sink
  if (file !== root) {
    const place = relative(cwd, file.path).replaceAll('\\', '/')
    return {
      node: at,
      messageId: 'rawFilterElsewhere',
      data: { call: name, file: place, line: String(lineOf(argument, file.code)) },
    }
  }
  if (isWhole || !value) return { node: value ?? argument, messageId: 'rawFilter', data: { call: name } }
  const text = readText(value, file.code)
  const fix = matchExactly(value)
  return {
    node: value,
    messageId: 'rawValue',
    data: { value: text },
    suggest: fix ? [{ messageId: 'useEq', fix }] : [],
  }
}

/** `{ email: { $eq: req.body.email } }`, and `filter.email = { $eq: req.body.email }` */
function matchExactly(value: Node): Rule.ReportFixer | undefined {
  const holder = parentOf(value)
  const isAssigned = holder?.type === 'AssignmentExpression' && holder.right === value
  const property = holder?.type === 'Property' && holder.value === value ? holder : undefined
  if (!isAssigned && !property) return undefined
  const key = property?.shorthand && value.type === 'Identifier' ? `${value.name}: ` : ''
  return (fixer) => [fixer.insertTextBefore(value, `${key}{ $eq: `), fixer.insertTextAfter(value, ' }')]
}
