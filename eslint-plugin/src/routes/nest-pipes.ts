import type * as ESTree from 'estree'
import { declaredValue, evaluate, keyOf, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import { nameFrom, type CallValue, unknown, type Value } from '../evaluate/value.ts'
import { nodesOf } from '../source/file-nodes.ts'
import type { SourceFile } from '../source/source-file.ts'
import { decoratorsOf, enclosingFunction, type Node, parentOf, unwrap } from '../source/syntax.ts'
import { nestCommon } from './nest-common.ts'
import { isHandingOn } from './own-pipes.ts'
import { isSaidAtStart, type Saying, textsAtStart, withoutComments } from './start-files.ts'
import { isNestPipe, mayStrip, mayStripBy } from './stripping-pipes.ts'
import { isNamedValidator } from './validation.ts'

const whitelist = /\bwhitelist\s*:\s*true\b/
const saysValidation: Saying = (text) => /\bValidationPipe\b/.test(text)

/** Whether a pipe strips what the class of a `@Body()` parameter does not declare. */
export function isPipedBody(decorator: Node, parameter: Node, file: SourceFile): boolean {
  const given = decorator.type === 'CallExpression' ? decorator.arguments : []
  const pipes = given.filter(({ type }) => type !== 'Literal')
  // One of a named field is given that alone.
  if (pipes.length > 0 && pipes.length < given.length) return true
  if (pipes.some((pipe) => mayStrip(pipe, file)) || (!isText(parameter) && hasOwnPipe(parameter, file))) return true
  const type = declaredClass(parameter, file)
  if (!type && !isOfUnknownModule(parameter, file)) return false
  if ((type && isSchemaClass(type)) || isWhitelisted(parameter, file)) return true
  return isSaidAtStart(saysWhitelist, file) || hasStrippingPipe(file)
}

/**
 * `@UsePipes(new ValidationPipe({ whitelist: true }))` at the method or its class, pipe and options in variables or
 * not.
 */
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

function isOfNest(value: Value, name: string): value is CallValue {
  return value.kind === 'call' && nameFrom(nestCommon, value.callee) === name
}

function declaredClass(parameter: Node, file: SourceFile): (Value & { kind: 'instance' }) | undefined {
  const value = resolveImports(typeOf(parameter, file), () => true)
  return value.kind === 'instance' ? value : undefined
}

function typeOf(parameter: Node, file: SourceFile): Value {
  const pattern = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
  return /^(?:Identifier|ObjectPattern)$/.test(pattern.type) ? declaredValue(pattern, file) : unknown
}

/** Whether the declared type comes from a module that cannot be looked into, and may be a class. */
function isOfUnknownModule(parameter: Node, file: SourceFile): boolean {
  const value = typeOf(parameter, file)
  if (value.kind !== 'typed') return false
  const { type } = value
  if (type.kind === 'external') return type.source !== 'global'
  return type.kind === 'imported' && type.file.project.locate(type.source, type.file) === undefined
}

/** `class CreateUser extends createZodDto(schema)`, of which the pipe of nestjs-zod makes what the schema names. */
function isSchemaClass({ of: { node, file } }: Value & { kind: 'instance' }): boolean {
  const base = node.superClass && evaluate(node.superClass, file)
  return base?.kind === 'call' && base.callee.kind === 'external' && base.callee.path.at(-1) === 'createZodDto'
}

/** Whether a pipe checks the types of what the class of a parameter declares. */
export function isTypedBody(parameter: Node, file: SourceFile): boolean {
  const isSaid = saysValidation(file.code.text, '') || isSaidAtStart(saysValidation, file)
  return isSaid && declaredClass(parameter, file) !== undefined
}

// The options of a pipe may be in a file of their own; those of another validator are none.
const saysWhitelist: Saying = (text, start) =>
  (text.includes('Pipe') || start.includes('Pipe')) && isSaying(text) && isSaying(withoutComments(text))
const saysServerWhitelist: Saying = (text, start) => {
  const isServer = text.includes(routingControllers) || start.includes(routingControllers)
  return isServer && mayWhitelistBody.test(text) && mayWhitelistBody.test(withoutComments(text))
}
const routingControllers = 'routing-controllers'
const mayWhitelistBody = /\bwhitelist\b(?!\s*:\s*false\b)/

/** Whether the server of routing-controllers takes out of bodies what their classes do not declare. */
export function isServerWhitelisting(file: SourceFile): boolean {
  return isSaidAtStart(saysServerWhitelist, file, ['main.ts', 'app.ts', 'server.ts', 'index.ts'])
}

const saysGlobalPipe: Saying = (text) => /\b(?:useGlobalPipes|APP_PIPE)\b/.test(text)

/**
 * Whether a pipe of the whole application may strip bodies: `app.useGlobalPipes(pipe)`, or a provider of `APP_PIPE`.
 */
function hasStrippingPipe(file: SourceFile): boolean {
  return textsAtStart(file).some(({ path, text, start }) => {
    const opened = saysGlobalPipe(text, start) ? file.project.open(path) : undefined
    return !!opened && (globalPipesIn(opened).some((node) => mayStrip(node, opened)) || hasStrippingProvider(opened))
  })
}

function globalPipesIn(file: SourceFile): Node[] {
  return nodesOf(file).calls.flatMap(({ callee, arguments: given }): Node[] => {
    const member = unwrap(callee)
    return member.type === 'MemberExpression' && keyOf(member, file) === 'useGlobalPipes' ? given : []
  })
}

/** `{ provide: APP_PIPE, useClass: ValidationPipe }` */
function hasStrippingProvider(file: SourceFile): boolean {
  return nodesOf(file).arrays.some(({ elements }) =>
    elements.some((element) => {
      const provider = element ? evaluate(element, file) : undefined
      const token = provider?.kind === 'object' ? memberOf(provider, 'provide') : undefined
      if (provider?.kind !== 'object' || token?.kind !== 'external' || token.path.at(-1) !== 'APP_PIPE') return false
      return ['useClass', 'useValue', 'useExisting', 'useFactory'].some((key) => {
        const given = memberOf(provider, key)
        const pipes =
          given.kind === 'function'
            ? given.file.returnsOf(given.node).map((node) => evaluate(node, given.file))
            : given.kind === 'unknown'
              ? []
              : [given]
        return pipes.some((pipe) => mayStripBy(pipe, file))
      })
    }),
  )
}
