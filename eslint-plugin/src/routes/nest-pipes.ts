import { join } from 'node:path'
import { evaluate, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { foldersAbove } from '../source/module-path.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'

const whitelist = /\bwhitelist\s*:\s*true\b/
const validation = /\bValidationPipe\b/

/** Whether a pipe strips what the class of a `@Body()` parameter does not declare. */
export function isPipedBody(decorator: Node, parameter: Node, file: SourceFile): boolean {
  const pipes = decorator.type === 'CallExpression' ? decorator.arguments.filter(({ type }) => type !== 'Literal') : []
  // A pipe of this parameter alone gives what it made of the body.
  if (pipes.length > 0) return true
  const type = declaredClass(parameter, file)
  if (!type) return false
  return isSchemaClass(type) || isSaid(whitelist, file)
}

function declaredClass(parameter: Node, file: SourceFile): (Value & { kind: 'instance' }) | undefined {
  const pattern = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
  const value = pattern.type === 'Identifier' ? resolveImports(evaluate(pattern, file), () => true) : undefined
  return value?.kind === 'instance' ? value : undefined
}

/** `class CreateUser extends createZodDto(schema)`, of which the pipe of nestjs-zod makes what the schema names. */
function isSchemaClass({ of: { node, file } }: Value & { kind: 'instance' }): boolean {
  const base = node.superClass && evaluate(node.superClass, file)
  return base?.kind === 'call' && base.callee.kind === 'external' && base.callee.path.at(-1) === 'createZodDto'
}

/** Whether a pipe checks the types of what the class of a parameter declares. */
export function isTypedBody(parameter: Node, file: SourceFile): boolean {
  return isSaid(validation, file) && declaredClass(parameter, file) !== undefined
}

/** Whether this file, or one where the application starts, has something in its text. */
function isSaid(what: RegExp, { path, code, project }: SourceFile): boolean {
  if (what.test(code.text)) return true
  for (const folder of foldersAbove(path)) {
    for (const name of ['main.ts', 'src/main.ts', 'app.module.ts'])
      if (what.test(project.read(join(folder, name)) ?? '')) return true
    if (folder === project.cwd || project.read(join(folder, 'package.json')) !== undefined) return false
  }
  return false
}
