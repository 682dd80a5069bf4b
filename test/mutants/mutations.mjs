import ts from 'typescript'

const { SyntaxKind } = ts

/**
 * @typedef {object} Mutation
 * @property {number} from Where the replaced text starts.
 * @property {number} to Where it ends.
 * @property {string} text What stands there instead.
 * @property {string} what Tells the mutation from others of its file, wherever its lines move.
 */

/** Every small change of a module that still parses and is worth a test: each of them is one mutant. */
export function mutationsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true)
  const found = new Map()
  // In this room the text of templates is code, too.
  const writesCode = file.startsWith('src/fast-path/')

  const visit = (node) => {
    if (isOfTypes(node)) return
    for (const [from, to, text] of changesOf(node, writesCode)) {
      const change = { from, to, text, what: `${scopeOf(node)}${describe(tree, from, to, text)}` }
      const key = `${from}-${to}-${text}`
      if (source.slice(from, to) !== text && !found.has(key) && parses(source, change)) found.set(key, change)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return [...found.values()].sort((one, other) => one.from - other.from || one.to - other.to)
}

export function mutated(source, { from, to, text }) {
  return source.slice(0, from) + text + source.slice(to)
}

function parses(source, change) {
  const { parseDiagnostics } = ts.createSourceFile('mutant.ts', mutated(source, change), ts.ScriptTarget.ESNext)
  return parseDiagnostics.length === 0
}

/** Types, imports and exports are for the compiler and for `type-tests/mutants.mjs`. */
function isOfTypes(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    (ts.isFunctionDeclaration(node) && node.body === undefined)
  )
}

const opposites = {
  [SyntaxKind.EqualsEqualsEqualsToken]: ['!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken]: ['==='],
  [SyntaxKind.LessThanToken]: ['<=', '>='],
  [SyntaxKind.LessThanEqualsToken]: ['<', '>'],
  [SyntaxKind.GreaterThanToken]: ['>=', '<='],
  [SyntaxKind.GreaterThanEqualsToken]: ['>', '<'],
  [SyntaxKind.AmpersandAmpersandToken]: ['||'],
  [SyntaxKind.BarBarToken]: ['&&'],
  [SyntaxKind.PlusToken]: ['-'],
  [SyntaxKind.MinusToken]: ['+'],
  [SyntaxKind.AsteriskToken]: ['/'],
  [SyntaxKind.SlashToken]: ['*'],
  [SyntaxKind.PercentToken]: ['*'],
  [SyntaxKind.PlusEqualsToken]: ['-='],
  [SyntaxKind.MinusEqualsToken]: ['+='],
  [SyntaxKind.AmpersandAmpersandEqualsToken]: ['='],
  [SyntaxKind.BarBarEqualsToken]: ['='],
  [SyntaxKind.QuestionQuestionEqualsToken]: ['='],
}

const chained = new Set([SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken])

const otherMethods = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  push: 'unshift',
  find: 'findLast',
  indexOf: 'lastIndexOf',
}

/** Methods that give another one of what they are called on. */
const refinements = new Set(['filter', 'reverse', 'slice', 'toLowerCase', 'sort', 'flat', 'replace', 'freeze'])

/** `[from, to, text]` for each change at a node itself, not below it. */
function* changesOf(node, writesCode) {
  const span = [node.getStart(), node.getEnd()]
  if (ts.isBinaryExpression(node)) yield* ofBinary(node)
  else if (ts.isPrefixUnaryExpression(node)) yield* ofPrefix(node, span)
  else if (ts.isPostfixUnaryExpression(node)) yield [node.operand.getEnd(), span[1], swapped(node.operator)]
  else if (ts.isIfStatement(node)) yield* ofCondition(node.expression)
  else if (ts.isConditionalExpression(node)) yield* ofCondition(node.condition)
  else if (ts.isWhileStatement(node)) yield [...spanOf(node.expression), 'false']
  else if (ts.isForStatement(node) && node.condition) yield [...spanOf(node.condition), 'false']
  else if (ts.isCallExpression(node)) yield* ofCall(node, span)
  else if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) yield [...span, '{}']
  else if (ts.isBreakOrContinueStatement(node)) yield [...span, '{}']
  else if (ts.isReturnStatement(node)) yield* ofReturn(node, span)
  else if (ts.isBlock(node)) yield* ofBlock(node, span)
  else if (ts.isCaseClause(node)) yield [...span, '']
  else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) yield [...spanOf(node.body), 'undefined']
  else if (ts.isArrayLiteralExpression(node)) yield* ofArray(node, span)
  else if (ts.isObjectLiteralExpression(node)) yield* ofList(node.properties)
  else if (ts.isRegularExpressionLiteral(node)) yield* ofRegExp(node, span)
  else if (ts.isNumericLiteral(node)) yield [...span, String(Number(node.text) + 1)]
  else if (ts.isBigIntLiteral(node)) yield [...span, `${BigInt(node.text.slice(0, -1)) + 1n}n`]
  else if (ts.isStringLiteral(node) && !isName(node)) yield [...span, node.text === '' ? "'mutant'" : "''"]
  else if (ts.isNoSubstitutionTemplateLiteral(node)) yield* ofTemplate(node, span, writesCode)
  else if (ts.isTemplateExpression(node)) {
    yield [...span, '``']
    for (const part of [node.head, ...node.templateSpans.map(({ literal }) => literal)]) {
      if (writesCode) yield* ofCode(part)
    }
  } else if (node.kind === SyntaxKind.TrueKeyword) yield [...span, 'false']
  else if (node.kind === SyntaxKind.FalseKeyword) yield [...span, 'true']

  if (node.questionDotToken !== undefined) {
    const isMember = ts.isPropertyAccessExpression(node)
    yield [...spanOf(node.questionDotToken), isMember ? '.' : '']
  }
}

function spanOf(node) {
  return [node.getStart(), node.getEnd()]
}

function* ofBinary({ left, operatorToken, right }) {
  const { kind } = operatorToken
  const joinsText = kind === SyntaxKind.PlusToken && [left, right].some(isText)
  const operators = joinsText ? [] : (opposites[kind] ?? [])
  for (const operator of operators) yield [...spanOf(operatorToken), operator]
  if (!chained.has(kind)) return
  yield [left.getEnd(), right.getEnd(), '']
  yield [left.getStart(), right.getStart(), '']
}

function isText(node) {
  return ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)
}

function swapped(operator) {
  return operator === SyntaxKind.PlusPlusToken ? '--' : '++'
}

function* ofPrefix({ operator, operand }, [from]) {
  const isStep = operator === SyntaxKind.PlusPlusToken || operator === SyntaxKind.MinusMinusToken
  yield [from, operand.getStart(), isStep ? swapped(operator) : '']
}

function* ofCondition(condition) {
  yield [...spanOf(condition), 'true']
  yield [...spanOf(condition), 'false']
}

function* ofCall({ expression }, [, end]) {
  if (!ts.isPropertyAccessExpression(expression)) return
  const { name, expression: receiver } = expression
  if (Object.hasOwn(otherMethods, name.text)) yield [...spanOf(name), otherMethods[name.text]]
  if (refinements.has(name.text)) yield [receiver.getEnd(), end, '']
}

function* ofReturn(node, span) {
  const { expression, parent } = node
  if (expression !== undefined && expression.getText() !== 'undefined') yield [...spanOf(expression), 'undefined']
  // At the end of a function it is the same as to return undefined.
  const isLast = ts.isFunctionLike(parent.parent) && parent.statements?.at(-1) === node
  if (!isLast) yield [...span, '{}']
}

function* ofBlock({ statements }, span) {
  if (statements.length > 0) yield [...span, '{}']
}

function* ofArray({ elements }, span) {
  if (elements.length > 0) yield [...span, '[]']
  yield* ofList(elements)
}

/** A list without one of its members. */
function* ofList(members) {
  for (const [index, member] of members.entries()) {
    const next = members[index + 1]
    const previous = members[index - 1]
    if (next !== undefined) yield [member.getStart(), next.getStart(), '']
    else yield [previous?.getEnd() ?? member.getStart(), member.getEnd(), '']
  }
}

function* ofRegExp({ text }, [from, to]) {
  const flags = text.slice(text.lastIndexOf('/') + 1)
  yield* replacements(text.slice(0, text.length - flags.length), from, [
    ['^', ''],
    ['$/', '/'],
    ['\\d', '\\D'],
    ['[^', '['],
    ['?', ''],
    ['+', '*'],
    ['*', '+'],
  ])
  if (flags !== '') yield [to - flags.length, to, '']
}

/** Names of properties and what `typeof` and `case` compare with: other changes do the same. */
function isName({ parent }) {
  return (
    (ts.isPropertyAssignment(parent) && ts.isStringLiteral(parent.name)) ||
    ts.isCaseClause(parent) ||
    (ts.isBinaryExpression(parent) && ts.isTypeOfExpression(parent.left))
  )
}

function* ofTemplate(node, span, writesCode) {
  const isRaw = ts.isTaggedTemplateExpression(node.parent)
  if (isRaw) {
    yield* replacements(node.getText(), span[0], [
      ['\\d', '\\D'],
      ['?', ''],
      ['-', ''],
    ])
  } else {
    yield [...span, '``']
    if (writesCode) yield* ofCode(node)
  }
}

/** Operators and statements in generated code. */
function* ofCode(part) {
  yield* replacements(part.getText(), part.getStart(), [
    [' === ', ' !== '],
    [' !== ', ' === '],
    [' > ', ' >= '],
    [' < ', ' <= '],
    [' || ', ' && '],
    [' && ', ' || '],
    [' + ', ' - '],
    ['if (!', 'if ('],
    ['return', ''],
    ['continue', ''],
    ['break', ''],
    ['++', '--'],
    [' = 0', ' = 1'],
    ['null', 'undefined'],
    ['catch {}', 'catch { throw 0 }'],
  ])
}

function* replacements(text, offset, pairs) {
  for (const [part, other] of pairs) {
    for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
      // `(?:`, `(?=` and their like only group.
      if (part === '?' && text[at - 1] === '(') continue
      yield [offset + at, offset + at + part.length, other]
    }
  }
}

/** The names of the functions and classes around a node. */
function scopeOf(node) {
  const names = []
  for (let outer = node; outer !== undefined; outer = outer.parent) {
    const isNamed = ts.isFunctionLike(outer) || ts.isClassLike(outer) || ts.isVariableDeclaration(outer)
    if (isNamed && outer.name !== undefined) names.unshift(outer.name.getText())
    else if (ts.isConstructorDeclaration(outer)) names.unshift('constructor')
  }
  return names.length > 0 ? `${names.join('.')}: ` : ''
}

/** The change with the text around it, up to the ends of its line. */
function describe(tree, from, to, text) {
  const source = tree.text
  const start = source.lastIndexOf('\n', from - 1) + 1
  const end = source.indexOf('\n', from)
  const before = source.slice(start, from).trimStart()
  const after = to < end ? source.slice(to, end) : ''
  const old = oneLine(source.slice(from, to))
  return `${before}«${old}»${after} → «${oneLine(text)}»`
}

function oneLine(text) {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
