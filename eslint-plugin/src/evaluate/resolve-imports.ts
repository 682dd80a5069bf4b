import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import { rememberedByFile } from '../source/remembered.ts'
import { rememberedByText } from '../source/text-facts.ts'
import type { Evaluator, ModuleFilter } from './evaluator.ts'
import { isAskingContainer } from './containers.ts'
import { wholeExport } from './exports.ts'
import { elementValues } from './members.ts'
import { classImplementing } from './implementations.ts'
import { classProvided } from './provided.ts'
import {
  type CallValue,
  type ClassValue,
  type ElementValue,
  type ImportedValue,
  type InterfaceValue,
  merged,
  type MemberValue,
  oneOf,
  unknown,
  type Value,
} from './value.ts'

/** The evaluator, with the modules that are looked into. */
interface Resolution {
  readonly evaluator: Evaluator
  readonly filter: ModuleFilter
}

/** Looks imported names up in their modules; everything else stays as it is. */
export function resolvedValue(resolution: Resolution, value: Value, depth = 0): Value {
  if (depth > 12) return unknown
  const { evaluator } = resolution
  switch (value.kind) {
    case 'imported':
      return resolvedImport(resolution, value, depth)
    case 'exports': {
      const whole = wholeExport(evaluator, value.file)
      return whole.kind === 'exports' ? whole : resolvedValue(resolution, whole, depth + 1)
    }
    case 'member':
      return resolvedMember(resolution, value, depth)
    case 'element':
      return { ...value, object: resolvedValue(resolution, value.object, depth + 1) }
    case 'parameter':
      return value.fallback ? resolvedValue(resolution, value.fallback, depth + 1) : value
    case 'typed': {
      const type = resolvedValue(resolution, value.type, depth + 1)
      if (type.kind === 'class') {
        const of = classMade(resolution, type)
        return { kind: 'instance', of: value.given ? { ...of, given: value.given } : of }
      }
      return type === value.type ? value : { ...value, type }
    }
    case 'call': {
      const callee = resolvedValue(resolution, value.callee, depth + 1)
      if (isAskingContainer(value, callee)) return instanceAskedFor(resolution, value, depth) ?? value
      if (callee === value.callee) return value
      return callee.kind === 'class' && value.node.type === 'NewExpression'
        ? { kind: 'instance', of: callee, creation: { node: value.node, file: value.file } }
        : { ...value, callee }
    }
    case 'provided': {
      const found = classFor(resolution, value.token, value.file)
      return found ?? resolvedValue(resolution, value.declared, depth + 1)
    }
    case 'interface':
      return resolvedInterface(resolution, value, depth)
    case 'bound':
      return { ...value, target: resolvedValue(resolution, value.target, depth + 1) }
    case 'merged': {
      const found = value.values.map((each) => resolvedValue(resolution, each, depth + 1))
      const known = found.filter(({ kind }) => kind !== 'unknown')
      return known[0] && known.every(({ kind }) => kind !== 'object' && kind !== 'exports') ? known[0] : merged(known)
    }
    case 'oneOf': {
      // What is resolved already has to stay the same value: members of it are asked for until nothing changes.
      const found = value.values.map((each) => resolvedValue(resolution, each, depth + 1))
      return found.every((each, index) => each === value.values[index]) ? value : oneOf(found)
    }
    default:
      return value
  }
}

/** What an interface extends from elsewhere, or the class that implements it. */
function resolvedInterface(resolution: Resolution, value: InterfaceValue, depth: number): Value {
  const base = resolvedValue(resolution, value.base, depth + 1)
  if (base.kind === 'external') return base
  const found = classImplementing(resolution.evaluator, value, (name) =>
    resolvedValue({ ...resolution, filter: () => true }, name),
  )
  return found ?? (base.kind === 'class' ? base : value)
}

/** What a container gives: an instance of the class that it is asked for. */
function instanceAskedFor(resolution: Resolution, { node, file }: CallValue, depth: number): Value | undefined {
  const [first] = node.arguments
  const token = first && resolvedValue(resolution, resolution.evaluator.evaluate(first, file), depth + 1)
  const of = token?.kind === 'class' ? classMade(resolution, token) : token && classFor(resolution, token, file)
  return of && { kind: 'instance', of }
}

/** The class that a container makes an instance of: of an abstract one, the class that is provided in its place. */
function classMade(resolution: Resolution, asked: ClassValue): ClassValue {
  const { abstract } = asked.node as { readonly abstract?: boolean }
  return (abstract ? classFor(resolution, asked, asked.file) : undefined) ?? asked
}

/**
 * The class that is provided for a token in a file that imports the one which asks, or the one that declares the token.
 */
function classFor({ evaluator }: Resolution, asked: Value, asking: SourceFile): ClassValue | undefined {
  const resolve = (value: Value) => resolvedValue({ evaluator, filter: () => true }, value)
  const token = resolve(asked)
  if (token.kind !== 'literal' && token.kind !== 'call' && token.kind !== 'class') return undefined
  const known = classesFor(asking)
  const key = token.kind === 'literal' ? token.value : token.node
  if (!known.has(key)) {
    // A provider that asks for its own token adds nothing.
    known.set(key, undefined)
    const declaring = asked.kind === 'imported' ? asked.file.project.locate(asked.source, asked.file) : undefined
    const declared = token.kind === 'literal' ? declaring && asking.project.open(declaring) : token.file
    known.set(key, classProvided(evaluator, token, declared ? [asking, declared] : [asking], resolve))
  }
  return known.get(key)
}

const classesFor = rememberedByFile(() => new Map<string | Node, ClassValue | undefined>())

function resolvedMember(resolution: Resolution, value: MemberValue, depth: number): Value {
  const { evaluator } = resolution
  const object = resolvedValue(resolution, value.object, depth + 1)
  const ofTable = object.kind === 'element' ? memberInTable(resolution, object, value.key, depth + 1) : undefined
  if (ofTable) return ofTable
  const made = madeMember(resolution, { ...value, object }, depth + 1)
  if (made) return made
  return object === value.object ? value : resolvedValue(resolution, evaluator.memberOf(object, value.key), depth + 1)
}

/** A function in what a call gives back: `createServices().users.create`. */
function madeMember(resolution: Resolution, { object, key }: MemberValue, depth: number): Value | undefined {
  const { evaluator } = resolution
  const path = [key]
  let maker = object
  for (; maker.kind === 'member'; maker = maker.object) path.unshift(maker.key)
  if (maker.kind !== 'call' || maker.callee.kind !== 'function') return undefined
  let member = returnedBy(evaluator, maker)
  for (const step of path) member = resolvedValue(resolution, evaluator.memberOf(member, step), depth)
  if (member.kind === 'function') return { ...member, madeBy: maker }
  // `serviceFor(kind).create`, of a function that gives back one of several.
  return member.kind === 'oneOf' && member.values.every(({ kind }) => kind === 'function') ? member : undefined
}

// Of what only a client names, each may be meant, and is followed.
const largestTable = 8

/** What an element may be of an object that the source shows, and that has few. */
export function elementsOfTable(evaluator: Evaluator, { object }: ElementValue): readonly Value[] | undefined {
  return object.kind === 'object' && object.node.properties.length <= largestTable
    ? elementValues(evaluator, object)
    : undefined
}

/** `services[req.params.kind].create`, of an object that the source shows. */
function memberInTable(resolution: Resolution, element: ElementValue, key: string, depth: number): Value | undefined {
  const { evaluator } = resolution
  const members = elementsOfTable(evaluator, element)
    ?.map((each) => resolvedValue(resolution, evaluator.memberOf(resolvedValue(resolution, each, depth), key), depth))
    .filter(({ kind }) => kind !== 'unknown')
  return members && members.length > 0 ? oneOf(members) : undefined
}

/** What a call of a function that is written in the source returns. */
export function returnedBy({ evaluate }: Evaluator, { callee }: CallValue): Value {
  return callee.kind === 'function'
    ? oneOf(callee.file.returnsOf(callee.node).map((node) => evaluate(node, callee.file)))
    : unknown
}

function resolvedImport(resolution: Resolution, { source, path, file: importer }: ImportedValue, depth: number): Value {
  const { evaluator, filter } = resolution
  const opened = pathWorthParsing(source, importer, filter)
  const file = opened === undefined ? undefined : importer.project.open(opened)
  if (!file) return unknown
  const [first, ...rest] = path
  let found: Value =
    first === undefined ? wholeExport(evaluator, file) : evaluator.memberOf({ kind: 'exports', file }, first)
  for (const key of rest) found = evaluator.memberOf(resolvedValue(resolution, found, depth + 1), key)
  return resolvedValue(resolution, found, depth + 1)
}

// A barrel names nothing of its own; what it re-exports might be what is looked for.
const barrel =
  /\bexport\s*(?:\*|\{)|\bexport\s+const\s+[A-Z][\w$]*\s*=\s*[A-Z][\w$]*\s*(?:;|$)|\bexport\s+default\s+\w+\s*(?:;|$)|\bexports[\w.\s]*=\s*(?:require\s*\(|\{[\s\w,$]*\})|(?::|\.{3}|\(|,|\w\.\w+\s*=)\s*require\s*\(/m
const objectOfNames = /\b(?:const|let|var)\s+([\w$]+)\s*=\s*\{\s*[\w$][\s\w,$]*\}/g
const exportedName = /\bexports\s*=\s*([\w$]+)\s*(?:;|$)/m

// `export default { User, Post }`, `export const models = { users: User }`
const exportedObject =
  /\bexport\s+(?:default|const\s+[\w$]+\s*(?::[^=;{}\n]{0,200})?=)\s*(?:Object\.freeze\(\s*)?\{([\s\w$,:]*)\}/g

const isBarrel = rememberedByText(
  (text) => barrel.test(text) || exportsObjectOfNames(text) || exportsObjectOfClasses(text),
)

/** An object of names, one of which is written as those of models and classes are; others are constants. */
function exportsObjectOfClasses(text: string): boolean {
  return [...text.matchAll(exportedObject)].some(([, names = '']) => /\b[A-Z]/.test(names))
}

/** `const models = { User, Post }`, then `module.exports = models`. */
function exportsObjectOfNames(text: string): boolean {
  const name = exportedName.exec(text)?.[1]
  return name !== undefined && [...text.matchAll(objectOfNames)].some((found) => found[1] === name)
}

/** Whether what a value stands for can be what is looked for, as far as the texts of modules tell. */
export function canBe(value: Value, filter: ModuleFilter): boolean {
  switch (value.kind) {
    case 'imported':
      return pathWorthParsing(value.source, value.file, filter) !== undefined
    case 'member':
    case 'element':
      return canBe(value.object, filter)
    case 'call':
    case 'class':
    case 'external':
    case 'exports':
    case 'oneOf':
    case 'merged':
      return true
    default:
      return false
  }
}

/** The path of the module that an import names, if it can hold what `filter` looks for. */
function pathWorthParsing(specifier: string, importer: SourceFile, filter: ModuleFilter): string | undefined {
  const { project } = importer
  const path = project.locate(specifier, importer)
  const text = path === undefined ? undefined : project.read(path)
  if (path === undefined || text === undefined) return undefined
  return filter(text, project.settings, path, project) || isBarrel(text, path) ? path : undefined
}
