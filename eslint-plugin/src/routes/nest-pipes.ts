import { join } from 'node:path'
import type * as ESTree from 'estree'
import { declaredValue, evaluate, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import type { CallValue, Value } from '../evaluate/value.ts'
import { foldersAbove } from '../source/module-path.ts'
import type { Project, SourceFile } from '../source/source-file.ts'
import { specifiersIn } from '../source/specifiers.ts'
import { decoratorsOf, enclosingFunction, type Node, parentOf } from '../source/syntax.ts'
import { isHandingOn } from './own-pipes.ts'
import { isNamedValidator } from './validation.ts'

const whitelist = /\bwhitelist\s*:\s*true\b/
const validation = /\bValidationPipe\b/
const controller = '@Controller('
// `export * from './bootstrap'`
const handedOn = /\bexport\s*(?:\*(?:\s*as\s+\w+)?|\{[^}]*\})\s*from\s*['"]([^'"\n]+)['"]/g

/** Whether a pipe strips what the class of a `@Body()` parameter does not declare. */
export function isPipedBody(decorator: Node, parameter: Node, file: SourceFile): boolean {
  const given = decorator.type === 'CallExpression' ? decorator.arguments : []
  const pipes = given.filter(({ type }) => type !== 'Literal')
  // One of a named field is given that alone.
  if (pipes.length > 0 && pipes.length < given.length) return true
  if (pipes.some((pipe) => mayStrip(pipe, file)) || (!isText(parameter) && hasOwnPipe(parameter, file))) return true
  const type = declaredClass(parameter, file)
  if (!type) return false
  return isSchemaClass(type) || isWhitelisted(parameter, file) || isSaidAtStart(saysWhitelist, file)
}

/** Whether a pipe of `@Body(pipe)` may give less than what was sent. */
function mayStrip(node: Node, file: SourceFile): boolean {
  const named = evaluate(node, file)
  if (isNamedValidator(named, file)) return true
  const pipe = resolveImports(named, isOfPipe)
  const callee = pipe.kind === 'call' ? pipe.callee : pipe
  const isValidation = isNestPipe(pipe) && callee.kind === 'external' && callee.path.at(-1) === 'ValidationPipe'
  return isValidation ? mayWhitelist(pipe) : !isHandingOn(pipe)
}

function isOfPipe(text: string): boolean {
  return text.includes('Pipe')
}

/** Whether the options of a pipe say `whitelist`, or cannot be read. */
function mayWhitelist(pipe: Value): boolean {
  const [options] = pipe.kind === 'call' ? pipe.node.arguments : []
  if (pipe.kind !== 'call' || !options) return false
  const given = resolveImports(evaluate(options, pipe.file), () => true)
  if (given.kind !== 'object') return true
  const said = memberOf(given, 'whitelist')
  if (said.kind === 'literal') return said.value !== 'false'
  const isOpen = given.node.properties.some((property) => property.type === 'SpreadElement' || property.computed)
  return said.kind !== 'unknown' || isOpen || /\bwhitelist\b/.test(given.file.code.getText(given.node))
}

/** `@UsePipes(new ValidationPipe({ whitelist: true }))` at the method or its class, pipe and options in variables or not. */
function isWhitelisted(parameter: Node, file: SourceFile): boolean {
  return pipesOf(parameter, file).some((pipe) => {
    const made = resolveImports(evaluate(pipe, file), isSaying)
    if (made.kind !== 'call') return false
    const [options] = made.node.arguments
    const given = options && resolveImports(evaluate(options, made.file), isSaying)
    return isWrittenIn(made) || (given?.kind === 'object' && isWrittenIn(given))
  })
}

function isSaying(text: string): boolean {
  return whitelist.test(text)
}

function isWrittenIn({ node, file }: { readonly node: Node; readonly file: SourceFile }): boolean {
  return whitelist.test(file.code.getText(node as ESTree.Node))
}

/** `@UsePipes(new ZodValidationPipe(schema))` at the method or its class. */
function hasOwnPipe(parameter: Node, file: SourceFile): boolean {
  return pipesOf(parameter, file).some((node) => {
    const pipe = evaluate(node, file)
    return !isNestPipe(pipe) && (isNamedValidator(pipe, file) || !isHandingOn(pipe))
  })
}

/** The pipes that `@UsePipes()` names at a method or its class. */
function pipesOf(parameter: Node, file: SourceFile): Node[] {
  const method = parentOf(enclosingFunction(parameter) ?? parameter)
  const holder = method && parentOf(parentOf(method) ?? method)
  return [...decoratorsOf(method), ...decoratorsOf(holder)].flatMap((decorator) => {
    const use = evaluate(decorator, file)
    return isOfNest(use, 'UsePipes') ? use.node.arguments : []
  })
}

/** Whether a parameter is declared to be a text, which no pipe has made fields of. */
function isText(parameter: Node): boolean {
  const { typeAnnotation } = parameter as { typeAnnotation?: { typeAnnotation: { type: string } } }
  return typeAnnotation?.typeAnnotation.type === 'TSStringKeyword'
}

function isNestPipe(pipe: Value): boolean {
  const callee = pipe.kind === 'call' ? pipe.callee : pipe
  return callee.kind === 'external' && callee.source === '@nestjs/common'
}

function isOfNest(value: Value, name: string): value is CallValue {
  if (value.kind !== 'call' || value.callee.kind !== 'external') return false
  return value.callee.source === '@nestjs/common' && value.callee.path.at(-1) === name
}

function declaredClass(parameter: Node, file: SourceFile): (Value & { kind: 'instance' }) | undefined {
  const pattern = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
  const value = pattern.type === 'Identifier' ? resolveImports(declaredValue(pattern, file), () => true) : undefined
  return value?.kind === 'instance' ? value : undefined
}

/** `class CreateUser extends createZodDto(schema)`, of which the pipe of nestjs-zod makes what the schema names. */
function isSchemaClass({ of: { node, file } }: Value & { kind: 'instance' }): boolean {
  const base = node.superClass && evaluate(node.superClass, file)
  return base?.kind === 'call' && base.callee.kind === 'external' && base.callee.path.at(-1) === 'createZodDto'
}

/** Whether a pipe checks the types of what the class of a parameter declares. */
export function isTypedBody(parameter: Node, file: SourceFile): boolean {
  return isSaid(saysValidation, file) && declaredClass(parameter, file) !== undefined
}

/** Whether the text of a file has something, or that of the file which imports it where the application starts. */
type Saying = (text: string, start: string) => boolean

const saysValidation: Saying = (text) => validation.test(text)
// The options of a pipe may be in a file of their own; those of another validator are none.
const saysWhitelist: Saying = (text, start) => whitelist.test(text) && (text.includes('Pipe') || start.includes('Pipe'))

/** Whether this file, one where the application starts or one that is imported there, has something in its text. */
function isSaid(what: Saying, file: SourceFile): boolean {
  return what(file.code.text, '') || isSaidAtStart(what, file)
}

/** Whether a file where the application starts, or one that is imported there, has something in its text. */
function isSaidAtStart(what: Saying, { path, project }: SourceFile): boolean {
  for (const folder of foldersAbove(path)) {
    for (const name of ['main.ts', 'src/main.ts', 'app.module.ts'])
      if (isSaidFrom(what, join(folder, name), project)) return true
    if (folder === project.cwd || project.read(join(folder, 'package.json')) !== undefined) return false
  }
  return false
}

function isSaidFrom(what: Saying, path: string, project: Project): boolean {
  const text = project.read(path)
  if (text === undefined) return false
  return (
    what(text, '') ||
    specifiersIn(text).some((specifier) =>
      isSaidIn((imported) => what(imported, text), project.locate(specifier, { path }), project),
    )
  )
}

const deepestBarrel = 3

/** Whether an imported file, or one whose exports it hands on, has something in its text. */
function isSaidIn(what: (text: string) => boolean, path: string | undefined, project: Project, depth = 0): boolean {
  const text = path === undefined ? undefined : project.read(path)
  if (path === undefined || text === undefined) return false
  // What a controller says, it says of its own methods.
  if (what(text) && !text.includes(controller)) return true
  return (
    depth < deepestBarrel &&
    Array.from(text.matchAll(handedOn)).some(([, specifier = '']) =>
      isSaidIn(what, project.locate(specifier, { path }), project, depth + 1),
    )
  )
}
