import type { Scope, SourceCode } from 'eslint'
import type * as ESTree from 'estree'
import type { Settings } from './settings.ts'
import { childrenOf, type FunctionNode, type Node, isFunction, withoutTypes } from './syntax.ts'

/** One parsed file with the look-ups that scope analysis gives, as seen from one lint run. */
export interface SourceFile {
  readonly path: string
  readonly code: SourceCode
  readonly project: Project
  /** The variable that an identifier declares or refers to; `undefined` for a global, and for what is no identifier. */
  readonly variableOf: (node: Node | undefined) => Scope.Variable | undefined
  /** Where a variable is read that nothing is assigned to later; none where something is. */
  readonly readsOf: (identifier: Node) => readonly Node[]
  /** The `arguments` of a function that is no arrow function. */
  readonly argumentsOf: (fn: FunctionNode) => Scope.Variable | undefined
  /** Expressions that a function returns, itself and not the functions inside it. */
  readonly returnsOf: (fn: FunctionNode) => readonly Node[]
}

/** The file being linted and what can be seen from it. All rules share one project for a file. */
export interface Project {
  readonly root: SourceFile
  readonly settings: Settings
  readonly cwd: string
  /** The path of the application's own module that an import names. */
  readonly locate: (specifier: string, importer: { readonly path: string }) => string | undefined
  readonly read: (path: string) => string | undefined
  readonly open: (path: string) => SourceFile | undefined
  /**
   * The files that import a file, themselves or through others that hand it on, or make an object of what it exports.
   */
  readonly importersOf: (path: string, isMade?: boolean) => readonly string[]
  /** Whether the package has query selectors taken out of what clients send, or out of every filter. */
  readonly sanitizesFilters: () => boolean
  /** Whether forms are all that the package parses of a body, and parts of it are texts and lists of texts. */
  readonly parsesTexts: () => boolean
  /** Whether the package leaves models on a request, its context or the server. */
  readonly leavesModels: () => boolean
}

export function createSourceFile(path: string, code: SourceCode, project: Project): SourceFile {
  let variables: Map<unknown, Scope.Variable> | undefined
  const variableOf = (node: Node | undefined) => (variables ??= variablesIn(code)).get(node && withoutTypes(node))
  return {
    path,
    code,
    project,
    variableOf,
    readsOf(identifier) {
      const references = variableOf(identifier)?.references.filter(({ init }) => !init) ?? []
      return references.every((each) => each.isReadOnly()) ? references.map((each) => each.identifier as Node) : []
    },
    argumentsOf(fn) {
      const scope = code.scopeManager.acquire(fn as ESTree.Function, true)
      return scope?.type === 'function' ? scope.set.get('arguments') : undefined
    },
    returnsOf(fn) {
      let found = returns.get(fn)
      if (!found) returns.set(fn, (found = collectReturns(fn, code)))
      return found
    },
  }
}

// By the tree and its parts, which are the same in the lint runs of all files that a file is opened from.
const variablesByTree = new WeakMap<object, Map<unknown, Scope.Variable>>()
const returns = new WeakMap<FunctionNode, Node[]>()

function variablesIn(code: SourceCode): Map<unknown, Scope.Variable> {
  let variables = variablesByTree.get(code.ast)
  if (!variables) variablesByTree.set(code.ast, (variables = indexVariables(code)))
  return variables
}

function indexVariables(code: SourceCode): Map<unknown, Scope.Variable> {
  const variables = new Map<unknown, Scope.Variable>()
  for (const scope of code.scopeManager.scopes) {
    for (const variable of scope.variables)
      for (const identifier of variable.identifiers) variables.set(identifier, variable)
    for (const reference of scope.references)
      // A global that a config declares has a variable, and no definition.
      if (reference.resolved?.defs.length) variables.set(reference.identifier, reference.resolved)
  }
  return variables
}

function collectReturns(fn: FunctionNode, code: SourceCode): Node[] {
  if (fn.body.type !== 'BlockStatement') return [fn.body]
  const found: Node[] = []
  const visit = (node: Node) => {
    for (const child of childrenOf(node, code)) {
      if (child.type === 'ReturnStatement' && child.argument) found.push(child.argument)
      else if (!isFunction(child)) visit(child)
    }
  }
  visit(fn.body)
  return found
}
