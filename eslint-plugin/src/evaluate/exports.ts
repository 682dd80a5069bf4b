import type * as ESTree from 'estree'
import { addTo } from '../source/add-to.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf } from '../source/syntax.ts'
import type { Evaluator } from './evaluator.ts'
import { importedValue } from './imports.ts'
import { type NamespaceValue, unknown, type Value } from './value.ts'
import { variableValue } from './variables.ts'

interface ExportTable {
  /** How to evaluate each exported name; a name that is assigned twice has two ways. */
  readonly named: Map<string, (() => Value)[]>
  /** Right sides of `module.exports = …` and `export = …`. */
  readonly whole: Node[]
  /** Modules of `export * from`. */
  readonly stars: string[]
  /** Names that are being looked for: modules may re-export each other. */
  readonly pending: Set<string>
}

type AddExport = (name: string, value: () => Value) => void

const tables = new WeakMap<SourceFile, ExportTable>()

function tableOf(evaluator: Evaluator, file: SourceFile): ExportTable {
  let table = tables.get(file)
  if (!table) {
    table = { named: new Map(), whole: [], stars: [], pending: new Set() }
    tables.set(file, table)
    for (const statement of file.code.ast.body as Node[]) readStatement(evaluator, statement, file, table)
    readAssignments(evaluator, file, table)
  }
  return table
}

/** What a file exports under a name, through ES exports, CommonJS assignments and re-exports. */
export function exportedValue(evaluator: Evaluator, file: SourceFile, name: string): Value {
  const table = tableOf(evaluator, file)
  const named = table.named.get(name)
  if (named) return named.length === 1 && named[0] ? named[0]() : unknown
  const [whole] = table.whole
  if (whole && table.whole.length === 1) {
    const value = evaluator.evaluate(whole, file)
    return name === 'default' || value.kind === 'exports' ? value : evaluator.memberOf(value, name)
  }
  if (name === 'default') return table.named.size > 0 ? { kind: 'exports', file } : unknown
  return starredValue(evaluator, file, table, name)
}

/** What `export * from` brings; only modules that have the name in their text are looked into. */
function starredValue(
  { memberOf, resolveImports }: Evaluator,
  file: SourceFile,
  { stars, pending }: ExportTable,
  name: string,
): Value {
  if (pending.has(name)) return unknown
  pending.add(name)
  let found: Value = unknown
  for (const star of stars) {
    const path = file.project.locate(star, file)
    const text = path === undefined ? undefined : file.project.read(path)
    if (text === undefined || !(text.includes(name) || /\bexport\s*\*/.test(text))) continue
    found = resolveImports(memberOf(importedValue(star, file), name), () => true)
    if (found.kind !== 'unknown') break
  }
  pending.delete(name)
  return found
}

/** What `require` of a file gives. */
export function wholeExport(evaluator: Evaluator, file: SourceFile): Value {
  const { whole } = tableOf(evaluator, file)
  const [only] = whole
  return only && whole.length === 1 ? evaluator.evaluate(only, file) : { kind: 'exports', file }
}

function readStatement(evaluator: Evaluator, statement: Node, file: SourceFile, table: ExportTable): void {
  const add: AddExport = (name, value) => {
    table.named.set(name, [value])
  }
  switch (statement.type) {
    case 'ExportDefaultDeclaration':
      add('default', () => evaluator.evaluate(statement.declaration, file))
      break
    case 'ExportAllDeclaration':
      if (statement.exported) add(nameOf(statement.exported), () => importedValue(String(statement.source.value), file))
      else table.stars.push(String(statement.source.value))
      break
    case 'ExportNamedDeclaration':
      readNamedExport(evaluator, statement, file, add)
      break
    case 'TSExportAssignment':
      table.whole.push(statement.expression)
      break
    default:
  }
}

function readNamedExport(
  evaluator: Evaluator,
  statement: ESTree.ExportNamedDeclaration,
  file: SourceFile,
  add: AddExport,
): void {
  for (const { local, exported } of statement.specifiers)
    add(nameOf(exported), () =>
      statement.source
        ? evaluator.memberOf(importedValue(String(statement.source.value), file), nameOf(local))
        : evaluator.evaluate(local, file),
    )
  if (statement.declaration)
    for (const variable of file.code.scopeManager.getDeclaredVariables(statement.declaration))
      add(variable.name, () => variableValue(evaluator, variable, file))
}

/** What a namespace of TypeScript exports under a name. */
export function namespaceMember(evaluator: Evaluator, { node, file }: NamespaceValue, name: string): Value {
  const [found] = (node.body?.body ?? []).flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration
      ? file.code.scopeManager.getDeclaredVariables(statement.declaration).filter((each) => each.name === name)
      : [],
  )
  return found ? variableValue(evaluator, found, file) : unknown
}

/** `exports.name = value` and `module.exports = value`, wherever they are. */
function readAssignments({ evaluate, keyOf }: Evaluator, file: SourceFile, table: ExportTable): void {
  for (const scope of file.code.scopeManager.scopes)
    for (const { identifier, resolved } of scope.references) {
      const global = identifier as ESTree.Identifier
      if (resolved?.defs.length || (global.name !== 'exports' && global.name !== 'module')) continue
      const whole = global.name === 'module' ? memberAround(global) : undefined
      if (whole && keyOf(whole, file) !== 'exports') continue
      const member = memberAround(whole ?? global)
      const right = assignedTo(member)
      const key = member && keyOf(member, file)
      if (right && key !== undefined && (whole || global.name === 'exports'))
        addTo(table.named, key, () => evaluate(right, file))
      const value = whole && assignedTo(whole)
      if (value && evaluate(value, file).kind !== 'exports') table.whole.push(value)
    }
}

function memberAround(node: Node): ESTree.MemberExpression | undefined {
  const parent = parentOf(node)
  return parent?.type === 'MemberExpression' && parent.object === node ? parent : undefined
}

/** The right side of the assignment to `node`, the last one of `a = b = value`. */
function assignedTo(node: Node | undefined): Node | undefined {
  const assignment = node && parentOf(node)
  if (assignment?.type !== 'AssignmentExpression' || assignment.left !== node) return undefined
  let value: Node = assignment.right
  while (value.type === 'AssignmentExpression') value = value.right
  return value
}

function nameOf(node: ESTree.Identifier | ESTree.Literal): string {
  return node.type === 'Identifier' ? node.name : String(node.value)
}
