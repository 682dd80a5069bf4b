import type * as ESTree from 'estree'
import { type Bindings, bound } from '../evaluate/bind.ts'
import { evaluate, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import { type CallValue, unknown, type Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { answeredWithTrue } from './answered-checks.ts'
import type { Validation } from './past-validations.ts'

/** What a schema of fastest-validator does with fields that it does not name, where it does anything. */
type Strictness = 'refuses' | 'strips'

const isOfValidator = (text: string) => text.includes('fastest-validator')

/** `new Validator()` */
export function asFastest(value: Value): CallValue | undefined {
  const resolved = resolveImports(value, isOfValidator)
  const isMade = resolved.kind === 'call' && resolved.callee.kind === 'external'
  return isMade && resolved.callee.source === 'fastest-validator' ? resolved : undefined
}

/** What `validator.validate(body, schema)` does. */
export function strictnessOf(validator: CallValue, schema: Value): Strictness | undefined {
  const own = memberOf(
    resolveImports(schema, () => true),
    '$$strict',
  )
  const said = own.kind === 'unknown' ? defaultOf(validator) : own
  if (said.kind !== 'literal') return undefined
  return said.value === 'true' ? 'refuses' : said.value === 'remove' ? 'strips' : undefined
}

/** `new Validator({ defaults: { object: { strict: true } } })` */
function defaultOf({ node, file }: CallValue): Value {
  const [options] = node.arguments
  const keys = ['defaults', 'object', 'strict']
  return options ? keys.reduce(memberOf, evaluate(options, file)) : unknown
}

/** What a call of `validator.compile(schema)` does. */
export function compiledStrictness(value: Value, bindings: Bindings): Strictness | undefined {
  const resolved = resolveImports(value, isOfValidator)
  if (resolved.kind !== 'call' || resolved.callee.kind !== 'member' || resolved.callee.key !== 'compile')
    return undefined
  const [schema] = resolved.node.arguments
  const validator = asFastest(resolved.callee.object)
  return validator && schema && strictnessOf(validator, bound(evaluate(schema, resolved.file), bindings))
}

/** What goes on by the answer of fastest-validator, which strips only a body that has no other fault. */
export function checksByFastest(
  call: ESTree.SimpleCallExpression,
  strictness: Strictness | undefined,
  file: SourceFile,
): Validation[] {
  if (!strictness) return []
  const [given] = call.arguments
  return answeredWithTrue(call, file).map((validation) => ({
    ...validation,
    ...(strictness === 'strips' && given ? { deletesFrom: given } : {}),
  }))
}
