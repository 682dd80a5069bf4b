import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

// `npm run check:types` and `next build` compile them. What is in examples/database is no example of the library: it
// stands in for MongoDB.
const root = join(import.meta.dirname, '../..')
const guarded = ['examples/express', 'examples/next', 'test/applications/shop', 'test/applications/events']
// What the applications were before they had guards is theirs.
const sources = guarded.flatMap((name) => sourcesIn(join(root, name))).filter((file) => !file.includes('/before/'))

it.each(sources)('%s compiles with no `any`, no cast and no directive', (file) => {
  expect(escapesIn(file, readFileSync(join(root, file), 'utf8'))).toEqual([])
})

it('the search finds every way around the compiler', () => {
  const escapes = ['x as string', '<string>x', 'x!', '(x: any) => x', '// @ts-expect-error: wrong', '// @ts-ignore']
  expect(escapes.map((code) => escapesIn('code.ts', code).length)).toEqual(escapes.map(() => 1))
  expect(escapesIn('code.ts', "const list = ['a'] as const")).toEqual([])
})

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourcesIn(path)
    return /(?<!\.d)\.tsx?$/.test(entry.name) ? [path.slice(root.length + 1)] : []
  })
}

function escapesIn(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found = [...text.matchAll(/@ts-(?:expect-error|ignore|nocheck)/g)].map(([directive]) => directive)
  const visit = (node: ts.Node): void => {
    if (isEscape(node)) found.push(node.getText(source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isEscape(node: ts.Node): boolean {
  if (ts.isAsExpression(node)) return !ts.isConstTypeReference(node.type)
  return ts.isTypeAssertionExpression(node) || ts.isNonNullExpression(node) || node.kind === ts.SyntaxKind.AnyKeyword
}
