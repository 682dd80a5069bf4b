import { resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { remembered } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf } from '../source/syntax.ts'
import { bodyReadsOf } from './body-reads.ts'
import { hasCheckingDecorator } from './decorated-handlers.ts'
import { type Handler, handlersOf } from './handlers.ts'
import { rawBody } from './raw-body.ts'
import { routesThrough } from './route-places.ts'
import { stepsOf } from './router-call.ts'
import { hasTypedBody } from './strict-schemas.ts'
import { checking } from './looks.ts'

/**
 * Whether each route to a handler, as seen from a file, has something before it that may look at the types of what a
 * client sends.
 */
export function isCheckedOnRoute(handler: Handler, from: SourceFile, madeBy?: Node): boolean {
  if (hasCheckingDecorator(handler)) return true
  const routes = routesThrough({ fn: handler.node, ...(madeBy ? { madeBy } : {}) }, from)
  return routes.length > 0 && routes.every(({ isBehind }) => isBehind(isCheck))
}

const deepest = 4

// `body-parser`, `cookie-parser`, `koa-bodyparser`: they leave a value whatever type the client has given it.
const parser = /(?:body|cookie|form|query|xml|json)-?parser$/i
// `verifyToken`, `isAdmin`, `checkRole`, `ensureLoggedIn`
const ofSender = /auth|token|jwt|admin|role|permi|log(?:ged)?_?in|session|user/i

// By values, which belong to the files of one lint run: routes in a row share their steps.
const isCheck = remembered((step: Value) => mayCheck(step))

function mayCheck(step: Value, depth = 0): boolean {
  if (step.kind === 'unknown') return true
  const names = namesOfValue(step).filter((name) => checking.test(name) && !parser.test(name))
  if (!names.every((name) => ofSender.test(name))) return true
  const handlers = handlersOf(step, 'route')
  // What is called so, and looks at no body where it is written out, looks at who has sent it.
  if (names.length > 0 && handlers.length === 0) return true
  if (hasTypedBody(step)) return true
  const steps = depth < deepest ? stepsOf(resolveImports(step, () => true)) : undefined
  if (steps?.some((each) => mayCheck(each, depth + 1))) return true
  return handlers.some((earlier) => bodyReadsOf(earlier, rawBody.onRoute).reads.length > 0)
}

/** What a value is called where it comes from, and the values that it is made of. */
function namesOfValue(value: Value): string[] {
  switch (value.kind) {
    case 'call':
      return namesOfValue(value.callee)
    case 'member':
      return [value.key, ...namesOfValue(value.object)]
    case 'imported':
    case 'external':
      return [value.source, ...value.path]
    case 'function': {
      const holder = parentOf(value.node)
      const id =
        holder?.type === 'VariableDeclarator'
          ? holder.id
          : value.node.type === 'ArrowFunctionExpression'
            ? undefined
            : value.node.id
      return id?.type === 'Identifier' ? [id.name] : []
    }
    case 'oneOf':
      return value.values.flatMap(namesOfValue)
    default:
      return []
  }
}
