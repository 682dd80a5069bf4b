import type * as ESTree from 'estree'
import { type Bindings, bound, noBindings } from '../evaluate/bind.ts'
import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import { nameFrom, type ClassValue, type ObjectValue, type Value } from '../evaluate/value.ts'
import type { AccessPath } from '../flow/flow.ts'
import { nodesOf } from '../source/file-nodes.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  type CallNode,
  decoratorsOf,
  enclosingFunction,
  isInside,
  type Node,
  parentOf,
  unwrap,
  wrapped,
} from '../source/syntax.ts'
import { placeInCopy } from './copying-classes.ts'

// What class-transformer makes an instance of a class, or a plain object of one, by the index of what it is made of.
const makers: ReadonlyMap<string, number> = new Map([
  ['plainToInstance', 1],
  ['plainToClass', 1],
  ['plainToClassFromExist', 1],
  ['instanceToPlain', 0],
  ['classToPlain', 0],
  ['instanceToInstance', 0],
])

/** The path to an argument in the instance that class-transformer makes of it, or a constructor that copies it. */
export function placeInInstance(call: CallNode, index: number, file: SourceFile): AccessPath | undefined {
  return makers.get(calledFrom('class-transformer', call, file)) === index ? [] : placeInCopy(call, index, file)
}

/**
 * The same where the instance is seen to keep the fields that its class does not name, as class-transformer leaves them
 * and class-validator does unless it is told to take them out.
 */
export function placeInOpenInstance(
  call: CallNode,
  index: number,
  file: SourceFile,
  bindings = noBindings,
): AccessPath | undefined {
  const place = placeInInstance(call, index, file)
  if (!place) return undefined
  if (call.type === 'NewExpression') return isStripped(call, file, bindings) ? undefined : place
  const [first] = call.arguments
  const options = call.arguments[index + 1]
  if (options && mayExclude(evaluate(options, file), bindings)) return undefined
  const type = index > 0 && first ? classOf(evaluate(first, file), bindings) : undefined
  if (index > 0 && (!type || excludesAll(type))) return undefined
  return isStripped(call, file, bindings) ? undefined : place
}

/** What class-validator does with fields that a class does not name: nothing, unless its options say so. */
export function whitelistOf(call: CallNode, file: SourceFile, bindings = noBindings): 'strips' | 'refuses' | undefined {
  if (!/^validate(?:OrReject|Sync)?$/.test(calledFrom('class-validator', call, file))) return undefined
  const options = call.arguments.length > 1 ? call.arguments.at(-1) : undefined
  const given = options && resolved(evaluate(options, file), bindings)
  if (!given) return undefined
  // Without `whitelist` it does nothing; who writes it means it.
  if (isOn(given, 'forbidNonWhitelisted', bindings)) return 'refuses'
  return isOn(given, 'whitelist', bindings) ? 'strips' : undefined
}

function calledFrom(source: string, call: CallNode, file: SourceFile): string {
  return (call.type === 'CallExpression' ? nameFrom(source, evaluate(unwrap(call.callee), file)) : undefined) ?? ''
}

function resolved(value: Value, bindings: Bindings): Value {
  return resolveImports(bound(value, bindings), () => true)
}

function classOf(value: Value, bindings: Bindings): ClassValue | undefined {
  const found = resolved(value, bindings)
  if (found.kind === 'instance') return found.of
  return found.kind === 'class' ? found : undefined
}

/** `@Exclude() class Shown { @Expose() name }` */
function excludesAll({ node, file }: ClassValue, depth = 0): boolean {
  const isExcluded = decoratorsOf(node).some((decorator) => {
    const value = evaluate(decorator, file)
    return nameFrom('class-transformer', value.kind === 'call' ? value.callee : value) === 'Exclude'
  })
  const base = node.superClass && depth < deepest ? classOf(evaluate(node.superClass, file), noBindings) : undefined
  return isExcluded || (base !== undefined && excludesAll(base, depth + 1))
}

const deepest = 5

/** Whether options of class-transformer leave out what the class does not expose, or cannot be read. */
function mayExclude(options: Value, bindings: Bindings): boolean {
  const given = resolved(options, bindings)
  return isOn(given, 'excludeExtraneousValues', bindings) || isOn(given, 'strategy', bindings)
}

/** Whether an option is, or may be, something else than off. */
function isOn(options: Value, key: string, bindings: Bindings): boolean {
  if (options.kind !== 'object') return true
  const { node, file } = options
  if (node.properties.some((property) => property.type === 'SpreadElement')) return true
  const property = propertyOf(options, key)
  return property ? isTrue(evaluate(property.value, file), bindings) : isSetLater(options)
}

function propertyOf({ node, file }: ObjectValue, key: string): ESTree.Property | undefined {
  return node.properties.find(
    (property): property is ESTree.Property => property.type === 'Property' && keyOf(property, file) === key,
  )
}

/** `options.whitelist = true` */
function isSetLater({ owner }: ObjectValue): boolean {
  return !!owner?.references.some(({ identifier }) => {
    const member = parentOf(identifier as Node)
    const assignment = member && parentOf(member)
    return assignment?.type === 'AssignmentExpression' && assignment.left === member
  })
}

function isTrue(value: Value, bindings: Bindings): boolean {
  const given = bound(value, bindings)
  if (given.kind === 'literal') return given.value !== 'false' && given.value !== 'exposeAll'
  if (given.kind !== 'parameter') return true
  // Nothing, where a call leaves it out.
  return given.fallback ? isTrue(given.fallback, noBindings) : !bindings.parameters.has(given.fn)
}

/** Whether an instance is handed to what takes out the fields that its class does not name, or may do so. */
function isStripped(call: CallNode, file: SourceFile, bindings: Bindings): boolean {
  return placesOf(call, file).some((place) => {
    const user = parentOf(wrapped(place))
    return (
      user?.type === 'CallExpression' &&
      user.arguments.includes(wrapped(place) as ESTree.Expression) &&
      mayStrip(user, file, bindings)
    )
  })
}

/** The expressions that hold what a call gives. */
function placesOf(call: CallNode, file: SourceFile): Node[] {
  const outer = wrapped(call)
  const parent = parentOf(outer)
  const target =
    parent?.type === 'VariableDeclarator'
      ? parent.id
      : parent?.type === 'AssignmentExpression'
        ? parent.left
        : undefined
  if (!target) return [outer]
  const variable = target.type === 'Identifier' ? file.variableOf(target) : undefined
  if (variable) return variable.references.map(({ identifier }) => identifier as Node)
  // `req.body = plainToInstance(Dto, req.body)`
  const fn = enclosingFunction(call)
  const text = file.code.getText(target)
  return nodesOf(file)
    .calls.filter((each) => fn && isInside(each, fn))
    .flatMap((each) => each.arguments.filter((argument) => file.code.getText(argument) === text))
}

// Names tell nothing for sure. They are asked only to keep silent.
const validating = /valid|sanit|check|assert|ensure|strip|clean|whitelist/i

function mayStrip(call: ESTree.SimpleCallExpression, file: SourceFile, bindings: Bindings): boolean {
  const callee = evaluate(unwrap(call.callee), file)
  if (nameFrom('class-validator', callee) !== undefined) return whitelistOf(call, file, bindings) !== undefined
  const fn = resolved(callee, bindings)
  if (fn.kind === 'function') return /whitelist/i.test(fn.file.code.text)
  return validating.test(file.code.getText(call.callee))
}
