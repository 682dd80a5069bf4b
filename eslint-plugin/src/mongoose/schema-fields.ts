import { evaluate, keyOf, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import type { ModuleFilter } from '../evaluate/evaluator.ts'
import type { Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'

const canHoldSchema: ModuleFilter = (text) => text.includes('mongoose')

/** What the schema of a model says of a field, where model and schema are written out; `unknown` elsewhere. */
export function fieldOf(model: Node, name: string, file: SourceFile): Value {
  return memberOf(definitionOf(resolveImports(evaluate(model, file), canHoldSchema)), name)
}

/** Whether nothing tells the fields of a model. */
export function hasUntoldFields(model: Node, file: SourceFile): boolean {
  return definitionOf(resolveImports(evaluate(model, file), canHoldSchema)).kind === 'unknown'
}

/** Whether no document is saved without a field: `{ type: String, required: [true, 'A name is needed'] }`. */
export function isRequired(field: Value): boolean {
  const resolved = resolveImports(field, canHoldSchema)
  const said = resolved.kind === 'object' ? memberOf(resolved, 'required') : undefined
  const first = said?.kind === 'array' ? memberOf(said, '0') : said
  return first?.kind === 'literal' && first.value === 'true'
}

/** Whether a field holds a list. */
export function isList(field: Value): boolean {
  const resolved = resolveImports(field, canHoldSchema)
  if (resolved.kind === 'array') return true
  return resolved.kind === 'object' && resolveImports(memberOf(resolved, 'type'), canHoldSchema).kind === 'array'
}

/** Whether a field may have fields of its own, which an update of the whole field replaces; a list is none. */
export function mayBeNested(field: Value): boolean {
  const resolved = resolveImports(field, canHoldSchema)
  if (resolved.kind === 'object') {
    const { properties } = resolved.node
    const isTyped = properties.some(
      (property) => property.type === 'Property' && keyOf(property, resolved.file) === 'type',
    )
    // `{}` is Mixed.
    return isTyped ? mayBeNested(memberOf(resolved, 'type')) : properties.length > 0
  }
  return !['array', 'external', 'literal'].includes(resolved.kind)
}

/** The object that a schema is made of: `mongoose.model('User', new Schema({ … }))`. */
function definitionOf(model: Value): Value {
  if (model.kind === 'oneOf') return definitionOf(model.values.at(-1) ?? model)
  if (model.kind !== 'call' || model.node.type === 'NewExpression') return { kind: 'unknown' }
  const [, second] = model.node.arguments
  const schema = second && resolveImports(evaluate(second, model.file), canHoldSchema)
  if (schema?.kind === 'object') return schema
  if (schema?.kind !== 'call' || schema.node.type !== 'NewExpression') return { kind: 'unknown' }
  const [definition] = schema.node.arguments
  return definition ? evaluate(definition, schema.file) : { kind: 'unknown' }
}

/** The names of the fields of a model, where its schema is written out as a whole. */
export function fieldNames(model: Node, file: SourceFile): string[] | undefined {
  const definition = definitionOf(resolveImports(evaluate(model, file), canHoldSchema))
  if (definition.kind !== 'object') return undefined
  const names = definition.node.properties.map((property) =>
    property.type === 'Property' ? keyOf(property, definition.file) : undefined,
  )
  return names.every((name) => name !== undefined) ? names : undefined
}
