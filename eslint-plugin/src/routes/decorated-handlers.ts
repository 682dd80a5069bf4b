import { evaluate } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { decoratorsOf, type FunctionNode, parentOf } from '../source/syntax.ts'
import type { Handler } from './handlers.ts'
import { isStrict } from './strict-schemas.ts'
import { isNamedValidator } from './validation.ts'

const validating = /valid|joi|zod|schema|sanit/i

/** Whether a decorator of a method, as `@joiValidation(schema)`, looks at what a client sends, by its name. */
export function hasCheckingDecorator({ node, file }: Handler): boolean {
  return decoratorCalls(node, file).some(isValidating)
}

/** Whether one refuses what its schema does not name. */
export function hasStrictDecorator({ node, file }: Handler): boolean {
  return decoratorCalls(node, file).some(
    (call) =>
      isNamedValidator(call, file) ||
      (isValidating(call) &&
        call.node.arguments
          .map((argument) => evaluate(argument, file))
          .some((schema) => isStrict(schema, []) || isStrict(schema, ['body']))),
  )
}

function decoratorCalls(node: FunctionNode, file: SourceFile) {
  return decoratorsOf(parentOf(node)).flatMap((decorator) => {
    const value = evaluate(decorator, file)
    return value.kind === 'call' ? [value] : []
  })
}

function isValidating({ callee }: Value & { kind: 'call' }): boolean {
  return (callee.kind === 'imported' || callee.kind === 'external') && validating.test(callee.path.at(-1) ?? '')
}
