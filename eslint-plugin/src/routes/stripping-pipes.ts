import type * as ESTree from 'estree'
import { evaluate, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import { nameFrom, type ClassValue, type Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { CallNode, Node } from '../source/syntax.ts'
import { nestCommon } from './nest-common.ts'
import { isHandingOn } from './own-pipes.ts'
import { isNamedValidator } from './validation.ts'

/** Whether a pipe of NestJS may give less than what was sent. */
export function mayStrip(node: Node, file: SourceFile): boolean {
  return mayStripBy(evaluate(node, file), file)
}

const deepest = 3

/** The same of what an expression stands for. */
export function mayStripBy(named: Value, file: SourceFile, depth = 0): boolean {
  if (isNamedValidator(named, file)) return true
  const pipe = resolveImports(named, isOfPipe)
  // `useGlobalPipes(makePipe())`
  if (pipe.kind === 'call' && pipe.callee.kind === 'function' && depth < deepest) {
    const { node, file: maker } = pipe.callee
    const made = maker.returnsOf(node)
    return made.length === 0 || made.some((each) => mayStripBy(evaluate(each, maker), maker, depth + 1))
  }
  if (isValidationPipe(pipe)) return mayWhitelist(pipe.kind === 'call' ? pipe : undefined)
  const type = pipe.kind === 'instance' ? pipe.of : pipe
  if (type.kind === 'class' && isPlainValidation(type))
    return mayWhitelist(pipe.kind === 'instance' ? pipe.creation : undefined)
  return !isHandingOn(pipe)
}

function isOfPipe(text: string): boolean {
  return text.includes('Pipe')
}

function isValidationPipe(pipe: Value): boolean {
  return nameFromNest(pipe) === 'ValidationPipe'
}

/**
 * Whether a class of the application extends the pipe of NestJS, and says nothing of a whitelist or a way of its own.
 */
function isPlainValidation({ node, file }: ClassValue): boolean {
  const base = node.superClass && resolveImports(evaluate(node.superClass, file), isOfPipe)
  return (
    !!base && isValidationPipe(base) && !/\b(?:whitelist|transform)\b/.test(file.code.getText(node as ESTree.Class))
  )
}

/** Whether the options of a pipe say `whitelist`, or cannot be read. */
function mayWhitelist(made: { readonly node: CallNode; readonly file: SourceFile } | undefined): boolean {
  const [options] = made?.node.arguments ?? []
  if (!made || !options) return false
  const given = resolveImports(evaluate(options, made.file), () => true)
  if (given.kind !== 'object') return true
  const said = memberOf(given, 'whitelist')
  if (said.kind === 'literal') return said.value !== 'false'
  const isOpen = given.node.properties.some((property) => property.type === 'SpreadElement' || property.computed)
  return said.kind !== 'unknown' || isOpen || /\bwhitelist\b/.test(given.file.code.getText(given.node))
}

function nameFromNest(pipe: Value): string | undefined {
  return nameFrom(nestCommon, pipe.kind === 'call' ? pipe.callee : pipe)
}

/** Whether a pipe is one that NestJS brings along. */
export function isNestPipe(pipe: Value): boolean {
  return nameFromNest(pipe) !== undefined
}
