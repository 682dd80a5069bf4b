import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import type { SourceFile } from '../source/source-file.ts'
import type { CallNode, ClassNode, FunctionNode, NamespaceNode, Node } from '../source/syntax.ts'

/**
 * What an expression stands for, as far as the source tells: a thing written in a file, or a name that comes from a
 * module. What cannot be told is `unknown`, and no rule says anything about it.
 */
export type Value =
  | Unknown
  | ExternalValue
  | ImportedValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  | ObjectValue
  | ArrayValue
  | CallValue
  | MemberValue
  | ElementValue
  | BoundValue
  | OneOfValue
  | MergedValue
  | LiteralValue
  | ParameterValue
  | ReceiverValue
  | TypedValue
  | ProvidedValue
  | InterfaceValue
  | ExportsValue
  | NamespaceValue

export interface Unknown {
  readonly kind: 'unknown'
}
/** A name from a package: `mongoose.model` is `model` of `mongoose`. */
export interface ExternalValue {
  readonly kind: 'external'
  readonly source: string
  readonly path: readonly string[]
}
/** A name from a module of the application, not looked up yet. */
export interface ImportedValue {
  readonly kind: 'imported'
  readonly source: string
  readonly path: readonly string[]
  readonly file: SourceFile
}
export interface FunctionValue {
  readonly kind: 'function'
  readonly node: FunctionNode
  readonly file: SourceFile
  /** The call of the function around it that made this one, where its parameters matter. */
  readonly madeBy?: CallValue
}
export interface ClassValue {
  readonly kind: 'class'
  readonly node: ClassNode
  readonly file: SourceFile
  /** What a subclass, or a type, gives for its type parameters. */
  readonly given?: readonly Value[]
  /** Whether it is `this` of a static method, which may be called on something else. */
  readonly isThis?: true
  /** Whether it is only known as the one that implements an interface. */
  readonly isByInterface?: true
}
export interface InstanceValue {
  readonly kind: 'instance'
  readonly of: ClassValue
  /** The `new` that made it. */
  readonly creation?: { readonly node: CallNode; readonly file: SourceFile }
  /** Whether it is `this`, which may be an instance of a subclass. */
  readonly isThis?: true
}
export interface ObjectValue {
  readonly kind: 'object'
  readonly node: ESTree.ObjectExpression
  readonly file: SourceFile
  /** The variable that holds the object, to find what is assigned to it later. */
  readonly owner?: Scope.Variable
  /** Whether it is `this`, of a function that may be called on something else. */
  readonly isThis?: true
}
export interface ArrayValue {
  readonly kind: 'array'
  readonly node: ESTree.ArrayExpression
  readonly file: SourceFile
}
/** What a call or `new` gives. */
export interface CallValue {
  readonly kind: 'call'
  readonly node: CallNode
  readonly callee: Value
  readonly file: SourceFile
}
/** A member of something that is not written out in the source. */
export interface MemberValue {
  readonly kind: 'member'
  readonly object: Value
  readonly key: string
}
/** A member under a key that only a caller knows, or nobody: `models[name]`. */
export interface ElementValue {
  readonly kind: 'element'
  readonly object: Value
  readonly key: Value
}
/** `fn.bind(thisArgument, …)`, with the number of arguments that it takes in advance. */
export interface BoundValue {
  readonly kind: 'bound'
  readonly node: CallNode
  readonly file: SourceFile
  readonly target: Value
  readonly taken: number
}
/** One of several, as in `a ?? b`. */
export interface OneOfValue {
  readonly kind: 'oneOf'
  readonly values: readonly Value[]
}
/** Several objects in one, the first of them over the others, as in `{ ...b, ...a }`. */
export interface MergedValue {
  readonly kind: 'merged'
  readonly values: readonly Value[]
}
export interface LiteralValue {
  readonly kind: 'literal'
  readonly value: string
  /** Set for `false`, `0` and `''`, and not for a text such as `'false'`, whose `value` is the same. */
  readonly isFalsy?: true
}
/** What a function is called with, which only its callers know. */
export interface ParameterValue {
  readonly kind: 'parameter'
  readonly fn: FunctionNode
  readonly index: number
  readonly file: SourceFile
  /** What its default or its type tells. */
  readonly fallback?: Value
}
/** What a function is called on, where that is no class and no object around it. */
export interface ReceiverValue {
  readonly kind: 'receiver'
  readonly fn: FunctionNode
  readonly file: SourceFile
}
/** Something of which only the declared type is known. */
export interface TypedValue {
  readonly kind: 'typed'
  readonly type: Value
  /** The arguments of a generic type. */
  readonly given?: readonly Value[]
  /** The `this` of a class that inherits from it. */
  readonly self?: InstanceValue
}
/** The class that a container gives for a token; where none is found, what the declared type says. */
export interface ProvidedValue {
  readonly kind: 'provided'
  readonly token: Value
  readonly file: SourceFile
  readonly declared: Value
}
/** An interface, which is the class that implements it where there is one. */
export interface InterfaceValue {
  readonly kind: 'interface'
  readonly node: Node
  readonly file: SourceFile
  /** What it extends, which goes before where that is a class or comes from a package. */
  readonly base: Value
}
/** `module.exports` and `exports` of a file, or the namespace of a module. */
export interface ExportsValue {
  readonly kind: 'exports'
  readonly file: SourceFile
}

/** `namespace users { export const create = … }` of TypeScript. */
export interface NamespaceValue {
  readonly kind: 'namespace'
  readonly node: NamespaceNode
  readonly file: SourceFile
}

export const unknown: Unknown = { kind: 'unknown' }

export function oneOf(values: readonly Value[]): Value {
  const [only] = values
  return only && values.length === 1 ? only : values.length > 0 ? { kind: 'oneOf', values } : unknown
}

export function merged(values: readonly Value[]): Value {
  const [only] = values
  return only && values.length === 1 ? only : values.length > 0 ? { kind: 'merged', values } : unknown
}

/** The class or function of which a value is made: what is called for it, or what it is declared to be. */
export function makerOf(value: Value): Value {
  return value.kind === 'call' ? value.callee : value.kind === 'typed' ? value.type : unknown
}

/** What a value is called in a package, if it comes from there: `object` for `z.object`, an empty text for `z`. */
export function nameFrom(source: string | RegExp, value: Value): string | undefined {
  if (value.kind !== 'external') return undefined
  const isFromThere = typeof source === 'string' ? value.source === source : source.test(value.source)
  return isFromThere ? (value.path.at(-1) ?? '') : undefined
}

/** Whether a value is a global, such as `Object.assign` by the path `Object`, `assign`. */
export function isGlobal(value: Value, ...path: readonly string[]): boolean {
  return value.kind === 'external' && value.source === 'global' && value.path.join('.') === path.join('.')
}
