import type { Property, SpreadElement } from 'estree'
import { evaluate, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import { type CallValue, unknown, type Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import { optionsIn } from './schema-libraries.ts'
import { isLoose, isOpenSchema } from './strict-schemas.ts'

/**
 * `expressJoi.joiValidate(fields, { strict: false })`, which leaves other keys where they are; so does it without the
 * option.
 */
export function isOpenExpressJoi({ node, file }: CallValue): boolean {
  const [, options] = node.arguments
  return options !== undefined && !isTrue(memberOf(evaluate(options, file), 'strict'))
}

/**
 * `celebrate({ query })`, `celebrate({ body: schema.unknown() })`, `celebrate({ body }, { allowUnknown: true })`: what
 * Joi strips is no more in the body.
 */
export function isOpenCelebrate({ node, file }: CallValue): boolean {
  const [parts, options] = node.arguments
  const { allowUnknown, stripUnknown } = optionsIn(options && evaluate(options, file))
  return (allowUnknown === true && !stripUnknown) || isOpenInParts(parts, file, (body) => isLoose(body))
}

/**
 * `validate({ query })` of express-validation, and `validate({ body: schema.unknown() })`; keys that Joi strips stay
 * where they are without `{ context: true }`.
 */
export function isOpenExpressValidation({ node, file }: CallValue): boolean {
  const [parts, options, ofJoi] = node.arguments
  const { allowUnknown, stripUnknown } = optionsIn(ofJoi && evaluate(ofJoi, file))
  const isPutBack = options !== undefined && isTrue(memberOf(evaluate(options, file), 'context'))
  if (stripUnknown) return !isPutBack
  return allowUnknown === true || isOpenInParts(parts, file, (body) => (isPutBack ? isLoose(body) : isOpenSchema(body)))
}

/** Whether schemas of the parts of a request have none for the body, or one that is open. */
function isOpenInParts(parts: Node | undefined, file: SourceFile, isOpen: (body: Value) => boolean): boolean {
  const given = parts ? resolveImports(evaluate(parts, file), () => true) : unknown
  if (given.kind !== 'object') return false
  const isRead = given.node.properties.every(
    (property) => property.type === 'Property' && (!property.computed || isSegment(property, given.file)),
  )
  const segment = given.node.properties.find((property) => isSegment(property, given.file, 'BODY'))
  const value = segment ? evaluate(segment.value, given.file) : memberOf(given, 'body')
  const body = resolveImports(value, () => true)
  if (body.kind === 'unknown') return isRead && !/\bbody\b/i.test(given.file.code.getText(given.node))
  // Of an object of fields, celebrate makes a schema.
  return body.kind === 'call' && isOpen(body)
}

/** `[Segments.BODY]: schema` */
function isSegment(property: Property | SpreadElement, file: SourceFile, name?: string): property is Property {
  if (property.type !== 'Property' || !property.computed) return false
  const key = evaluate(property.key, file)
  if (key.kind !== 'external' || key.source !== 'celebrate' || key.path.at(-2) !== 'Segments') return false
  return name === undefined || key.path.at(-1) === name
}

export function isTrue(value: Value): boolean {
  return value.kind === 'literal' && value.value === 'true'
}
