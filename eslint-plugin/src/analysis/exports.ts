import type * as ESTree from 'estree'
import { evaluate, keyOf, memberOf, variableValue } from './evaluate.ts'
import { importedValue, settle } from './imports.ts'
import type { SourceFile } from './source-file.ts'
import { type Node, unwrap } from './syntax.ts'
import { unknown, type Value } from './value.ts'

interface ExportTable {
  /** How to work out each exported name; a name that is assigned twice has two. */
  readonly named: Map<string, (() => Value)[]>
  /** Right sides of `module.exports = …` and `export = …`. */
  readonly whole: Node[]
  /** Modules of `export * from`. */
  readonly stars: string[]
}

type AddExport = (name: string, value: () => Value) => void

const tables = new WeakMap<SourceFile, ExportTable>()

function tableOf(file: SourceFile): ExportTable {
  let table = tables.get(file)
  if (!table) {
    table = { named: new Map(), whole: [], stars: [] }
    tables.set(file, table)
    for (const statement of file.code.ast.body as Node[]) readStatement(statement, file, table)
  }
  return table
}

/** What a file exports under a name, through ES exports, CommonJS assignments and re-exports. */
export function exportedValue(file: SourceFile, name: string): Value {
  const table = tableOf(file)
  const named = table.named.get(name)
  if (named) return named.length === 1 && named[0] ? named[0]() : unknown
  const [whole] = table.whole
  if (whole && table.whole.length === 1) {
    const value = evaluate(whole, file)
    return name === 'default' || value.kind === 'exports' ? value : memberOf(value, name)
  }
  if (name === 'default') return table.named.size > 0 ? { kind: 'exports', file } : unknown
  for (const star of table.stars) {
    const path = file.project.locate(star, file)
    const text = path === undefined ? undefined : file.project.read(path)
    if (text === undefined || !(text.includes(name) || /\bexport\s*\*/.test(text))) continue
    const value = settle(memberOf(importedValue(star, file), name), 'handler')
    if (value.kind !== 'unknown') return value
  }
  return unknown
}

/** What `require` of a file gives. */
export function wholeExport(file: SourceFile): Value {
  const { whole } = tableOf(file)
  const [only] = whole
  return only && whole.length === 1 ? evaluate(only, file) : { kind: 'exports', file }
}

function readStatement(statement: Node, file: SourceFile, table: ExportTable): void {
  const add: AddExport = (name, value) => {
    table.named.set(name, [value])
  }
  const assign: AddExport = (name, value) => {
    table.named.set(name, [...(table.named.get(name) ?? []), value])
  }
  switch (statement.type) {
    case 'ExportDefaultDeclaration':
      add('default', () => evaluate(statement.declaration, file))
      break
    case 'ExportAllDeclaration':
      if (statement.exported) add(nameOf(statement.exported), () => importedValue(String(statement.source.value), file))
      else table.stars.push(String(statement.source.value))
      break
    case 'ExportNamedDeclaration':
      readNamedExport(statement, file, add)
      break
    case 'TSExportAssignment':
      table.whole.push(statement.expression)
      break
    case 'ExpressionStatement':
      readAssignment(statement.expression, file, table, assign)
      break
    default:
  }
}

function readNamedExport(statement: ESTree.ExportNamedDeclaration, file: SourceFile, add: AddExport): void {
  for (const { local, exported } of statement.specifiers)
    add(nameOf(exported), () =>
      statement.source
        ? memberOf(importedValue(String(statement.source.value), file), nameOf(local))
        : evaluate(local, file),
    )
  if (statement.declaration)
    for (const variable of file.code.scopeManager.getDeclaredVariables(statement.declaration))
      add(variable.name, () => variableValue(variable, file))
}

/** `exports.a = exports.b = value`, `module.exports = value`. */
function readAssignment(expression: Node, file: SourceFile, table: ExportTable, add: AddExport): void {
  const targets: Node[] = []
  let value = unwrap(expression)
  while (value.type === 'AssignmentExpression' && value.operator === '=') {
    targets.push(value.left)
    value = value.right
  }
  const right = value
  for (const target of targets) {
    if (target.type !== 'MemberExpression') continue
    const key = keyOf(target, file)
    if (key === undefined || target.object.type === 'Super') continue
    if (key === 'exports' && target.object.type === 'Identifier' && target.object.name === 'module') {
      if (evaluate(right, file).kind !== 'exports') table.whole.push(right)
    } else if (isExports(target.object)) add(key, () => evaluate(right, file))
  }
}

function isExports(node: Node): boolean {
  return node.type === 'Identifier'
    ? node.name === 'exports'
    : node.type === 'MemberExpression' &&
        node.object.type === 'Identifier' &&
        node.object.name === 'module' &&
        node.property.type === 'Identifier' &&
        node.property.name === 'exports'
}

function nameOf(node: ESTree.Identifier | ESTree.Literal): string {
  return node.type === 'Identifier' ? node.name : String(node.value)
}
