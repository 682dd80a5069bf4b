import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { jsonForms } from '../../src/values/json-forms.ts'
import { User } from '../support/models.ts'
import { blocksOf } from '../support/readme.ts'
import { expressVersions } from '../support/server.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/error-codes.md'), 'utf8')
const [responses = '', setUp = '', ofServer = '', ofOthers = ''] = page.split(
  /^## (?:Set-up errors|Errors of the server|Errors of others)$/m,
)

/** The messages of the page: lines of text blocks, and first cells of tables. */
const messagesOf = (section: string) =>
  blocksOf('', section)
    .filter(({ language }) => language === 'text')
    .flatMap(({ code }) => code.trimEnd().split('\n'))
const setUpMessages = messagesOf(setUp)
const serverMessages = messagesOf(ofServer)
const receivedNames = [...setUp.matchAll(/^\| `((?:an?|the|Mongoose|options|undefined|what)\b.*?:? [^`]*)`/gm)].map(
  ([, text = '']) => text,
)
const bodyMessages = [...responses.matchAll(/^\| `((?:The b|B|No b)ody [^`]*)`/gm)].map(([, text = '']) => text)

/** Every text of the source that is made for one of the two, as an expression with `.*` for what is put in. */
interface Text {
  at: string
  pattern: RegExp
}
const setUpTexts: Text[] = []
const bodyTexts: Text[] = []
const serverTexts: Text[] = []
const receivedTexts: Text[] = []

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
    if (isText(node)) {
      const isOfServer = textOf(node).startsWith('mongoose-guard: ') && !file.endsWith('config-error.ts')
      const texts = isOfServer ? serverTexts : file === 'guard/received.ts' ? receivedTexts : []
      for (const pattern of patternsOf(node, source)) texts.push({ at: at(node), pattern })
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

  it.each(serverTexts)('has the error of the server of $at', ({ pattern }) => {
    expect(serverMessages.filter((message) => pattern.test(message))).not.toEqual([])
  })

  it.each(serverMessages)('shows an error of the server that there is: %s', (message) => {
    expect(serverTexts.filter(({ pattern }) => pattern.test(message))).not.toEqual([])
  })

  // What says no more than what was received needs no cure.
  const advice = receivedTexts.filter(
    ({ pattern }) => pattern.source.includes(': ') && !pattern.source.startsWith('^guard'),
  )

  it.each(advice)('has the advice of $at', ({ pattern }) => {
    expect(receivedNames.filter((name) => pattern.test(name))).not.toEqual([])
  })

  it.each(receivedNames)('shows advice that there is: %s', (name) => {
    expect(advice.filter(({ pattern }) => pattern.test(name))).not.toEqual([])
  })

  it('has the words of Node.js and of Express for what is not called as it should be', async () => {
    const library = await import('../../src/index.ts')
    expect(library).not.toHaveProperty('guard')
    const entry = 'data:text/javascript,export const createGuard = 1'
    const [missing, notCalled] = await Promise.all(
      [`import { guard } from '${entry}'`, 'const { guard } = {}; guard()'].map((code) =>
        thrownBy(() => import(/* @vite-ignore */ `data:text/javascript,${code}`)),
      ),
    )
    const [inExpress4, inExpress5] = await Promise.all(
      expressVersions.map(({ express }) =>
        thrownBy(() => express().post('/', library.createGuard(User, { allow: [] }) as never)),
      ),
    )
    const rows = [...ofOthers.matchAll(/^\| `(.*?)` /gm)].map(([, message]) => message)
    expect(rows).toEqual([missing?.replace(entry, 'mongoose-guard'), notCalled, inExpress5, inExpress4])
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

async function thrownBy(act: () => unknown): Promise<string | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
