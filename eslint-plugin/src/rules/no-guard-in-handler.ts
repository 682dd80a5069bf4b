import type { Rule } from 'eslint'
import type { SimpleCallExpression } from 'estree'
import { evaluate } from '../evaluate/evaluate.ts'
import { canHaveGuard } from '../guards/guard-mentions.ts'
import { asFactory } from '../guards/guards.ts'
import { hasHandlerShape, isRouteArgument } from '../routes/handler-shape.ts'
import { routerMethodOf } from '../routes/router-call.ts'
import { answersWeb } from '../routes/web-handlers.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { projectOf } from '../source/project.ts'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type FunctionNode, parametersOf, parentOf } from '../source/syntax.ts'
import { createRule, settingOptions } from './create-rule.ts'

export const noGuardInHandler = createRule({
  name: 'no-guard-in-handler',
  type: 'problem',
  description: 'Disallow building a guard inside a request handler, where every request compiles it again',
  recommended: 'warn',
  messages: {
    guardInHandler:
      '`{{guard}}` is built again for every request, and a wrong allow entry throws only then. Build it once, outside the handler.',
    guardNotCalled:
      '`{{guard}}` stands here without a call: each request would build a guard of itself, and none is checked. Write `{{guard}}(Model, { allow: [...] })`.',
  },
  options: { modules: settingOptions.modules },
  create: (context) => ({
    'Program:exit'() {
      const project = projectOf(context)
      if (!canHaveGuard(project)) return
      const { root } = project
      for (const call of nodesOf(root).calls) {
        for (const { node, guard } of uncalledGuards(call, root))
          context.report({ node, messageId: 'guardNotCalled', data: { guard } })
        if (!enclosingFunction(call)) continue
        const factory = asFactory(evaluate(call.callee, root))
        if (factory && isPerRequest(call, root))
          context.report({ node: call, messageId: 'guardInHandler', data: { guard: `${factory.name}()` } })
      }
    },
  }),
})

/** `app.post('/', guard, handler)` */
function uncalledGuards(call: SimpleCallExpression, file: SourceFile): { node: Rule.Node; guard: string }[] {
  if (!routerMethodOf(call, file)) return []
  return call.arguments.flatMap((argument) => {
    const factory = argument.type === 'SpreadElement' ? undefined : asFactory(evaluate(argument, file))
    return factory ? [{ node: argument as Rule.Node, guard: file.code.getText(argument) }] : []
  })
}

function isPerRequest(call: SimpleCallExpression, file: SourceFile): boolean {
  for (let fn = enclosingFunction(call); fn; fn = enclosingFunction(fn))
    if (isAppliedToParameters(call, fn, file) || isHandler(fn, file)) return true
  return false
}

function isHandler(fn: FunctionNode, file: SourceFile): boolean {
  return hasHandlerShape(fn, file) || isRouteArgument(fn, file) || answersWeb(fn, file)
}

/** `(req, res, next) => guard(…)(req, res, next)` */
function isAppliedToParameters(call: SimpleCallExpression, fn: FunctionNode, file: SourceFile): boolean {
  const application = parentOf(call)
  if (application?.type !== 'CallExpression' || application.callee !== call) return false
  const [request] = application.arguments
  const [parameter] = parametersOf(fn)
  const variable = file.variableOf(request)
  return !!variable && !!parameter && variable === file.variableOf(parameter)
}
