import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { jsonForms } from '../../src/values/json-forms.ts'
import { blocksOf } from '../support/readme.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/error-codes.md'), 'utf8')
const [responses = '', setUp = ''] = page.split(/^## (?:Set-up errors|Errors of the server)$/m)

/** The messages of the page: lines of text blocks, and first cells of tables. */
const setUpMessages = blocksOf('', setUp)
  .filter(({ language }) => language === 'text')
  .flatMap(({ code }) => code.trimEnd().split('\n'))
const bodyMessages = [...responses.matchAll(/^\| `((?:The b|B|No b)ody [^`]*)`/gm)].map(([, text = '']) => text)

/** Every text of the source that is made for one of the two, as an expression with `.*` for what is put in. */
interface Text {
  at: string
  pattern: RegExp
}
const setUpTexts: Text[] = []
const bodyTexts: Text[] = []

for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts')) continue
  const source = ts.createSourceFile(file, readFileSync(join(root, 'src', file), 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    const isError =
      ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'GuardConfigError'
    const thrown = isError ? node.arguments?.[0] : messageOf(node)
    if (thrown !== undefined)
      for (const pattern of patternsOf(thrown, source)) setUpTexts.push({ at: at(thrown), pattern })
    const isProblem = isText(node) && /^(?:The body (?!has )|Body |No body )/.test(textOf(node))
    // The page of OpenAPI describes responses.
    if (isProblem && !file.startsWith('surface')) {
      const [pattern] = patternsOf(node, source)
      if (pattern !== undefined) bodyTexts.push({ at: at(node), pattern })
    }
    ts.forEachChild(node, visit)
  }
  const at = (node: ts.Node) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
  visit(source)
}

/** The text of a wrong entry, which is thrown with others. */
function messageOf(node: ts.Node): ts.Expression | undefined {
  const isMessage = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)
  if (!isMessage || !ts.isIdentifier(node.name) || node.name.text !== 'message') return undefined
  if (!/selection|to-update/.test(node.getSourceFile().fileName)) return undefined
  return ts.isPropertyAssignment(node) ? node.initializer : node.name
}

type TextNode = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression

function isText(node: ts.Node): node is TextNode {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
}

function textOf(node: TextNode): string {
  return ts.isTemplateExpression(node) ? node.head.text : node.text
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** A name stands for the texts that it is declared with in the same file; of anything else nothing is known. */
function patternsOf(node: ts.Expression, source: ts.SourceFile): RegExp[] {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap((one) => patternsOf(one, source))
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head, ...node.templateSpans.map((span) => span.literal)].map(({ text }) => literal(text))
    return [new RegExp(`^${parts.join('.*')}$`)]
  }
  if (isText(node)) return [new RegExp(`^${literal(textOf(node))}$`)]
  if (!ts.isIdentifier(node)) return []
  const found: RegExp[] = []
  const visit = (inner: ts.Node): void => {
    const declares = ts.isVariableDeclaration(inner) && ts.isIdentifier(inner.name) && inner.name.text === node.text
    if (declares && inner.initializer !== undefined) found.push(...patternsOf(inner.initializer, source))
    ts.forEachChild(inner, visit)
  }
  visit(source)
  return found
}

/** An expression that something can be told by: more than what is put in. */
const says = ({ pattern }: Text) => pattern.source.replace(/\.\*|\W/g, '').length > 10

describe('docs/error-codes.md', () => {
  it('is compared with all of the source', () => {
    expect(setUpTexts.filter(says).length).toBeGreaterThan(35)
    expect(bodyTexts.length).toBeGreaterThan(13)
  })

  it.each(setUpTexts.filter(says))('has the set-up error of $at', ({ pattern }) => {
    expect(setUpMessages.filter((message) => pattern.test(message))).not.toEqual([])
  })

  it.each(bodyTexts)('has the problem of a body of $at', ({ pattern }) => {
    expect(bodyMessages.filter((message) => pattern.test(message))).not.toEqual([])
  })

  it.each(setUpMessages)('shows a set-up error that there is: %s', (message) => {
    expect(setUpTexts.filter((text) => says(text) && text.pattern.test(message))).not.toEqual([])
  })

  it.each(bodyMessages)('shows a problem of a body that there is: %s', (message) => {
    expect(bodyTexts.filter(({ pattern }) => pattern.test(message))).not.toEqual([])
  })

  it('has the words for the formats of types, from their table', () => {
    const [, section = ''] = page.split(/^### invalid_(?:type|value)$/m)
    const rows = [...section.matchAll(/^\| `([a-z\d]+)` +\| `(.*)` +\|$/gm)].map(([, name, format]) => [name, format])
    const formats = jsonForms().flatMap(({ name, schema }) =>
      typeof schema.description === 'string' ? [[name, schema.description]] : [],
    )
    expect(rows).toEqual(formats)
  })

  it('has a heading for each code of a response', () => {
    const codes = ['invalid_body', 'forbidden_field', 'invalid_type', 'invalid_value']
    for (const code of codes) expect(responses).toContain(`\n### ${code}\n`)
  })
})
