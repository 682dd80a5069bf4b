import type { SourceCode } from 'eslint'

// The few members of TypeScript's program that are used here, so that this package depends on no TypeScript.
interface TypeScriptNode {
  readonly text?: string
  readonly moduleSpecifier?: TypeScriptNode
}
interface TypeScriptFile extends TypeScriptNode {
  readonly fileName: string
  readonly isDeclarationFile: boolean
  readonly imports?: readonly TypeScriptNode[]
  readonly statements: readonly TypeScriptNode[]
}
interface TypeScriptSymbol {
  readonly name: string
  readonly declarations?: readonly (TypeScriptNode & { getSourceFile(): TypeScriptFile })[]
}
interface TypeScriptType {
  readonly symbol?: TypeScriptSymbol
  readonly aliasSymbol?: TypeScriptSymbol
  readonly types?: readonly TypeScriptType[]
  readonly flags?: number
  /** Of a generic type with its arguments. */
  readonly target?: unknown
  getBaseTypes?(): readonly TypeScriptType[] | undefined
}
interface TypeScriptChecker {
  getSymbolAtLocation(node: TypeScriptNode): TypeScriptSymbol | undefined
  getTypeAtLocation(node: TypeScriptNode): TypeScriptType
  getTypeArguments(type: TypeScriptType): readonly TypeScriptType[]
}
interface ParserServices {
  readonly program?: {
    getSourceFile(path: string): TypeScriptFile | undefined
    getTypeChecker(): TypeScriptChecker
  } | null
  readonly esTreeNodeToTSNodeMap?: { get(node: unknown): TypeScriptNode | undefined }
}

function servicesOf(code: SourceCode): ParserServices {
  // Not every linter that runs plugins has parser services at all.
  return (code.parserServices as ParserServices | undefined) ?? {}
}

/**
 * The file that an import names according to the TypeScript program of the file being linted: path aliases, workspaces.
 */
export function resolveTyped(specifier: string, importer: string, code: SourceCode): string | undefined {
  const { program } = servicesOf(code)
  const source = program?.getSourceFile(importer)
  if (!program || !source) return undefined
  const literals = source.imports ?? source.statements.flatMap((statement) => statement.moduleSpecifier ?? [])
  const literal = literals.find((candidate) => candidate.text === specifier)
  const symbol = literal && program.getTypeChecker().getSymbolAtLocation(literal)
  const file = symbol?.declarations?.[0]?.getSourceFile()
  return file && !file.isDeclarationFile ? file.fileName : undefined
}

/**
 * The names that the type of `node` and its bases have in the files that `isOrigin` picks; none without type
 * information.
 */
export function typeNamesOf(node: unknown, code: SourceCode, isOrigin: (path: string) => boolean): ReadonlySet<string> {
  const { program, esTreeNodeToTSNodeMap } = servicesOf(code)
  const typed = program && esTreeNodeToTSNodeMap?.get(node)
  const names = new Set<string>()
  if (typed) collectNames(program.getTypeChecker().getTypeAtLocation(typed), isOrigin, names, 0)
  return names
}

function collectNames(
  type: TypeScriptType,
  isOrigin: (path: string) => boolean,
  names: Set<string>,
  depth: number,
): void {
  for (const symbol of [type.symbol, type.aliasSymbol])
    if (symbol?.declarations?.some((declaration) => isOrigin(declaration.getSourceFile().fileName)))
      names.add(symbol.name)
  if (depth > 3) return
  for (const part of type.types ?? []) collectNames(part, isOrigin, names, depth + 1)
  for (const base of type.getBaseTypes?.() ?? []) collectNames(base, isOrigin, names, depth + 1)
}

// `TypeFlags.Any`, which has the same value in each version.
const anyFlag = 1

/** Whether a type is `any`, or a generic one of it, as `Model<any>`; `undefined` without type information. */
export function isGenericOfAny(node: unknown, code: SourceCode): boolean | undefined {
  const { program, esTreeNodeToTSNodeMap } = servicesOf(code)
  const typed = program && esTreeNodeToTSNodeMap?.get(node)
  if (!program || !typed) return undefined
  const checker = program.getTypeChecker()
  const type = checker.getTypeAtLocation(typed)
  return [type, ...(type.types ?? [])].some((each) => {
    const [first] = each.target === undefined ? [each] : checker.getTypeArguments(each)
    return first?.flags === anyFlag
  })
}
