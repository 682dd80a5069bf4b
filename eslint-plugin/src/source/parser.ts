import type { AST, Scope, SourceCode } from 'eslint'

/** What a parser gives that analyzes scopes as well. */
export interface ParseResult {
  readonly ast: AST.Program
  readonly scopeManager?: Scope.ScopeManager
  readonly visitorKeys?: SourceCode.VisitorKeys
}

/** A parser as ESLint calls it. */
export interface Parser {
  readonly parseForESLint?: (text: string, options: object) => ParseResult
  readonly parse: (text: string, options: object) => AST.Program
}
