import { dirname, relative, resolve } from 'node:path'
import type { Rule } from 'eslint'
import type * as ESTree from 'estree'
import { evaluate } from '../evaluate/evaluate.ts'
import type { ExternalValue, Value } from '../evaluate/value.ts'
import type { WrittenModel } from '../mongoose/written-model.ts'
import { isRelative } from '../source/module-path.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf, unwrap } from '../source/syntax.ts'

/** A name that a file has, or will have by an edit. */
export interface NamedImport {
  readonly name: string
  /** What the file calls the type that was asked for as well. */
  readonly type?: string
  readonly fix?: (fixer: Rule.RuleFixer) => Rule.Fix[]
}

/** The name of an export of a package in a file, and of a type of that package; imported there, where it is not yet. */
export function importOf(source: string, imported: string, file: SourceFile, type?: string): NamedImport | undefined {
  const known = knownName(source, imported, file)
  const knownType = type === undefined ? undefined : knownName(source, type, file)
  const name = known ?? freeName(imported, file)
  if (name === undefined || (type !== undefined && knownType === undefined && isTaken(type, file))) return undefined
  const added = known === undefined ? [name === imported ? name : `${imported} as ${name}`] : []
  const addedType = type !== undefined && knownType === undefined ? [type] : []
  const names = { name, ...(type === undefined ? {} : { type: knownType ?? type }) }
  if (added.length + addedType.length === 0) return names
  const from = quoted(source, file)
  const isTypes = added.length === 0
  const list = [...added, ...addedType.map((each) => (isTypes ? each : `type ${each}`))].join(', ')
  const adds = adding(name, file, {
    module: `import ${isTypes ? 'type ' : ''}{ ${list} } from ${from}`,
    ...(addedType.length > 0
      ? {}
      : { commonjs: `const { ${name === imported ? name : `${imported}: ${name}`} } = require(${from})` }),
  })
  return adds && { ...adds, ...names }
}

function knownName(source: string, imported: string, file: SourceFile): string | undefined {
  const isFrom = (value: Value): value is ExternalValue => value.kind === 'external' && value.source === source
  const known = nameOf(file, (value) => isFrom(value) && value.path.join('.') === imported)
  if (known !== undefined) return known
  const namespace = nameOf(file, (value) => isFrom(value) && value.path.length === 0)
  return namespace === undefined ? undefined : `${namespace}.${imported}`
}

function freeName(imported: string, file: SourceFile): string | undefined {
  return [imported, `body${imported.charAt(0).toUpperCase()}${imported.slice(1)}`].find(
    (candidate) => !isTaken(candidate, file),
  )
}

/** The same for a model, which is imported as the file that writes to it imports it. */
export function importOfModel(
  { name, variable, node, file: from }: Omit<WrittenModel, 'isStored'>,
  file: SourceFile,
): NamedImport | undefined {
  const [definition] = variable.defs
  const specifier = definition && specifierOf(definition.node, definition.type === 'ImportBinding')
  if (!specifier) return undefined
  const value = evaluate(node, from)
  const path = value.kind === 'imported' ? file.project.locate(value.source, from) : undefined
  const known = nameOf(
    file,
    (other) =>
      other.kind === 'imported' &&
      value.kind === 'imported' &&
      file.project.locate(other.source, file) === path &&
      other.path.join('.') === value.path.join('.'),
  )
  if (known !== undefined) return { name: known }
  if (path === undefined || isTaken(name, file)) return undefined
  const source = quoted(isRelative(specifier.source) ? relocated(specifier.source, from, file) : specifier.source, file)
  return adding(name, file, {
    ...(specifier.kind === 'import' ? { module: `import ${specifier.binding} from ${source}` } : {}),
    ...(specifier.kind === 'require' ? { commonjs: `const ${specifier.binding} = require(${source})` } : {}),
  })
}

/** A text in the quotes that a file has around its imports. */
export function quoted(text: string, { code }: SourceFile): string {
  const quote = /(?:\bfrom |\brequire\()"/.test(code.text) ? '"' : "'"
  return `${quote}${text}${quote}`
}

interface Specifier {
  readonly kind: 'import' | 'require'
  readonly source: string
  /** What stands between the keyword and the module. */
  readonly binding: string
}

function specifierOf(node: Node, isImport: boolean): Specifier | undefined {
  if (isImport) {
    const declaration = parentOf(node)
    if (declaration?.type !== 'ImportDeclaration') return undefined
    const source = String(declaration.source.value)
    if (node.type === 'ImportDefaultSpecifier') return { kind: 'import', source, binding: node.local.name }
    if (node.type !== 'ImportSpecifier' || node.imported.type !== 'Identifier') return undefined
    const { imported, local } = node
    const named = imported.name === local.name ? local.name : `${imported.name} as ${local.name}`
    return { kind: 'import', source, binding: `{ ${named} }` }
  }
  if (node.type !== 'VariableDeclarator' || !node.init) return undefined
  const call = unwrap(node.init)
  const [first] = call.type === 'CallExpression' ? call.arguments : []
  const isRequire =
    call.type === 'CallExpression' && call.callee.type === 'Identifier' && call.callee.name === 'require'
  if (!isRequire || first?.type !== 'Literal' || typeof first.value !== 'string') return undefined
  const { id } = node
  if (id.type === 'Identifier') return { kind: 'require', source: first.value, binding: id.name }
  const [only] = id.type === 'ObjectPattern' ? id.properties : []
  return only?.type === 'Property' && only.shorthand && only.key.type === 'Identifier'
    ? { kind: 'require', source: first.value, binding: `{ ${only.key.name} }` }
    : undefined
}

function relocated(source: string, from: SourceFile, to: SourceFile): string {
  const path = relative(dirname(to.path), resolve(dirname(from.path), source)).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

/** What the file calls something that it has at its top. */
function nameOf(file: SourceFile, isWanted: (value: Value) => boolean): string | undefined {
  for (const scope of file.code.scopeManager.scopes.slice(0, 2))
    for (const variable of scope.block.type === 'Program' ? scope.variables : []) {
      const [identifier] = variable.identifiers as [ESTree.Identifier?]
      // A type of the file's own is made of another one, and not the same: `type Users = Model<User>`.
      const isType = (variable.defs[0]?.type as string | undefined) === 'Type'
      if (identifier && !isType && isWanted(evaluate(identifier, file))) return variable.name
    }
  return undefined
}

/** Whether a file has a name anywhere. */
export function isTaken(name: string, file: SourceFile): boolean {
  return namesIn(file).has(name)
}

const namesIn = rememberedByFile(({ code }) => {
  const { scopes } = code.scopeManager
  const declared = scopes.flatMap(({ set }) => [...set.keys()])
  // What no scope declares comes through to the first one.
  const others = scopes[0]?.through.map(({ identifier }) => (identifier as ESTree.Identifier).name) ?? []
  return new Set([...declared, ...others])
})

function adding(
  name: string,
  { code }: SourceFile,
  statements: { readonly module?: string; readonly commonjs?: string },
): NamedImport | undefined {
  const body = code.ast.body as Node[]
  const isModule = body.some(({ type }) => /^(?:Import|Export)/.test(type))
  const statement = isModule ? statements.module : statements.commonjs
  const first = body.find((node) => !(node.type === 'ExpressionStatement' && 'directive' in node && node.directive))
  if (statement === undefined || !first) return undefined
  return { name, fix: (fixer) => [fixer.insertTextBefore(first as Rule.Node, `${statement}\n`)] }
}
