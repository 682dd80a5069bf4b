// Reads what tsup builds: a d.ts for each entry, and the chunks that they share, whose names change with what is in them.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const printer = ts.createPrinter({ removeComments: true })
const modules = new Map()

/**
 * The module at a path: `exports` and `locals` by their names, `augmentations` of other packages. A local is a
 * declaration, `{ module, name, text, names }` with the names that occur in it, or an import, `{ from, name, as }`.
 */
export function readModule(path) {
  const known = modules.get(path)
  if (known) return known
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const [first, ...others] = source.statements
  // An ES module whose types are all those of CommonJS.
  if (ts.isExportDeclaration(first) && !first.exportClause && others.length === 0) {
    modules.set(path, readModule(pathOf(path, first.moduleSpecifier.text)))
    return modules.get(path)
  }
  const module = { path, exports: new Map(), locals: new Map(), augmentations: [] }
  modules.set(path, module)
  for (const node of source.statements) {
    if (ts.isImportDeclaration(node)) readImport(module, node)
    else if (ts.isExportDeclaration(node)) readExport(module, node)
    else if (ts.isModuleDeclaration(node)) module.augmentations.push(declaration(module, node))
    else declare(module, node)
  }
  return module
}

/** What a name stands for in a module: a declaration of this package, or `{ from, name, as }` of another one. */
export function resolve(module, name) {
  const local = module.locals.get(name)
  return local?.from?.startsWith('.') ? resolveImport(module, local) : local
}

/** The declaration that a module exports under a name. */
export function resolveExport(module, name) {
  const target = module.exports.get(name)
  const found = target?.from === undefined ? resolve(module, target?.name) : resolveImport(module, target)
  if (found?.text === undefined) throw new Error(`${module.path}: the export ${name} is not of this package`)
  return found
}

function resolveImport(module, { from, name }) {
  return resolveExport(readModule(pathOf(module.path, from)), name)
}

const pathOf = (importer, from) => join(dirname(importer), from.replace(/\.(c?)js$/, '.d.$1ts'))

function readImport(module, { importClause, moduleSpecifier }) {
  // Without a clause it is there for its augmentations.
  if (!importClause) return
  for (const { name, propertyName } of elementsOf(importClause.namedBindings, module)) {
    module.locals.set(name.text, { from: moduleSpecifier.text, name: (propertyName ?? name).text, as: name.text })
  }
}

function readExport(module, { exportClause, moduleSpecifier }) {
  for (const { name, propertyName } of elementsOf(exportClause, module)) {
    module.exports.set(name.text, { from: moduleSpecifier?.text, name: (propertyName ?? name).text })
  }
}

function elementsOf(clause, { path }) {
  if (clause?.elements) return clause.elements
  throw new Error(`${path}: only imports and exports of names can be read`)
}

function declare(module, node) {
  const declared = ts.isVariableStatement(node) ? node.declarationList.declarations : [node]
  for (const { name } of declared) {
    if (name === undefined) throw new Error(`${module.path}: a statement without a name cannot be read`)
    const before = module.locals.get(name.text)
    const next = declaration(module, node, name.text)
    // Overloads have several declarations, and so have an interface and a constant of one name.
    const text = before ? `${before.text}\n${next.text}` : next.text
    module.locals.set(name.text, { ...next, text, names: [...(before?.names ?? []), ...next.names] })
  }
}

function declaration(module, node, name) {
  const names = []
  const visit = (child) => {
    if (ts.isIdentifier(child)) names.push(child.text)
    ts.forEachChild(child, visit)
  }
  visit(node)
  return { module, name, names, text: printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()) }
}
