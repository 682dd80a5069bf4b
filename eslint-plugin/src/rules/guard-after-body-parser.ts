import type { SimpleCallExpression } from 'estree'
import type { Value } from '../evaluate/value.ts'
import { canHaveGuard } from '../guards/guard-mentions.ts'
import { guardOf } from '../routes/guarded-routes.ts'
import { receiverVariable, routeArguments, routerMethodOf } from '../routes/router-call.ts'
import { addTo } from '../source/add-to.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { projectOf } from '../source/project.ts'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type FunctionNode, lineOf, type Node } from '../source/syntax.ts'
import { createRule, settingOptions } from './create-rule.ts'

export const guardAfterBodyParser = createRule({
  name: 'guard-after-body-parser',
  type: 'problem',
  description: 'Require `express.json()` to be registered before a guard, which has no body to check otherwise',
  recommended: 'error',
  messages: {
    guardBeforeParser:
      'This guard is registered before the body parser in line {{line}}: every request here fails with `invalid_body`.',
  },
  options: { modules: settingOptions.modules },
  create: (context) => ({
    'Program:exit'() {
      const project = projectOf(context)
      if (!canHaveGuard(project)) return
      const { root } = project
      for (const registrations of registrationsOf(nodesOf(root).calls, root))
        for (const { guard, parser } of findMisplaced(registrations))
          context.report({
            node: guard,
            messageId: 'guardBeforeParser',
            data: { line: String(lineOf(parser, root.code)) },
          })
    },
  }),
})

interface Step {
  /** A parser of something else than JSON gives a guard a body as well; nobody puts one too late. */
  readonly kind: 'guard' | 'parser' | 'other parser'
  readonly site: Node
}

/** Guards and body parsers of one call that registers something on a router, in order. */
interface Registration {
  readonly isUse: boolean
  /** Whether it names no path. */
  readonly isForAll: boolean
  readonly steps: readonly Step[]
}

/** Registrations of each router of a function, or of the top level: order means nothing between functions. */
function registrationsOf(calls: readonly SimpleCallExpression[], file: SourceFile): Iterable<Registration[]> {
  const routers = new Map<FunctionNode | undefined, Map<object, Registration[]>>()
  for (const call of calls) {
    const method = routerMethodOf(call, file)
    if (method === undefined) continue
    const route = routeArguments(call.arguments, file)
    const steps = route.flatMap(({ site, value }): Step[] => {
      if (isBodyParser(value)) return [{ kind: 'parser', site }]
      if (isOtherParser(value)) return [{ kind: 'other parser', site }]
      return guardOf(value) ? [{ kind: 'guard', site }] : []
    })
    if (steps.length === 0) continue
    const place = enclosingFunction(call)
    const inPlace = routers.get(place) ?? new Map<object, Registration[]>()
    routers.set(place, inPlace)
    // A chain such as `router.route('/').post(…)` has no variable; only its own arguments can be in the wrong order.
    const router = receiverVariable(call, file) ?? call
    const isForAll = route[0]?.value.kind !== 'literal'
    addTo(inPlace, router, { isUse: method === 'use', isForAll, steps })
  }
  return [...routers.values()].flatMap((byRouter) => [...byRouter.values()])
}

function* findMisplaced(registrations: readonly Registration[]): Iterable<{ guard: Node; parser: Node }> {
  for (const [index, { steps }] of registrations.entries()) {
    if (registrations.slice(0, index).some(isParser)) return
    const later = registrations.slice(index + 1).find((other) => other.isForAll && other.isUse && hasJsonParser(other))
    for (const [position, { kind, site }] of steps.entries()) {
      if (kind !== 'guard') break
      const parser = [...steps.slice(position + 1), ...(later?.steps ?? [])].find((step) => step.kind === 'parser')
      if (parser) yield { guard: site, parser: parser.site }
    }
  }
}

function isParser({ isUse, steps }: Registration): boolean {
  return isUse && steps.some(({ kind }) => kind !== 'guard')
}

function hasJsonParser({ steps }: Registration): boolean {
  return steps.some(({ kind }) => kind === 'parser')
}

const otherParsers: ReadonlySet<string> = new Set(
  'multer connect-multiparty express-formidable express-fileupload connect-busboy express-busboy'.split(' '),
)

/** `express.urlencoded()`, and what parses a form: `multer()`, `upload.none()`. */
function isOtherParser(value: Value): boolean {
  if (value.kind !== 'call') return false
  const { callee } = value
  if (callee.kind === 'member') return isOtherParser(callee.object)
  if (callee.kind !== 'external') return false
  const { source, path } = callee
  if (source === 'express' || source === 'body-parser') return ['urlencoded', 'text', 'raw'].includes(path.join('.'))
  return otherParsers.has(source)
}

/** `express.json()`, `bodyParser.json()`, `bodyParser()`. */
function isBodyParser(value: Value): boolean {
  if (value.kind !== 'call' || value.callee.kind !== 'external') return false
  const { source, path } = value.callee
  const name = path.join('.')
  return source === 'express' ? name === 'json' : source === 'body-parser' && (name === 'json' || name === '')
}
