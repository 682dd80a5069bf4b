import * as typescriptParser from '@typescript-eslint/parser'
import { describe, expect, it } from 'vitest'
import type { Parser, ParseResult } from '../src/source/parser.ts'
import { withoutExtras } from '../src/source/typescript-parser.ts'
import { corpus } from './corpus.ts'

const parser = typescriptParser as unknown as Parser
const plain = withoutExtras(parser)
const options = { loc: true, range: true, sourceType: 'module', ecmaFeatures: { jsx: true } }

function parse(by: Parser, text: string, filePath: string): ParseResult {
  if (!by.parseForESLint) throw new Error('no parser for ESLint')
  return by.parseForESLint(text, { ...options, filePath })
}

/** A tree without what only ESLint needs of it. */
function treeOf({ ast }: ParseResult): unknown {
  return JSON.parse(
    JSON.stringify(ast, (key, value: unknown) =>
      ['tokens', 'comments', 'parent'].includes(key) ? undefined : typeof value === 'bigint' ? String(value) : value,
    ),
  )
}

/** Where each variable of a file stands, and where it is used. */
function variablesOf({ scopeManager }: ParseResult): unknown[] {
  return (scopeManager?.scopes ?? []).flatMap(({ type, variables }) =>
    variables
      .filter(({ defs }) => defs.length > 0)
      .map(({ name, references, identifiers }) => ({
        type,
        name,
        identifiers: identifiers.map(({ range }) => range),
        references: references.map((reference) => [reference.identifier.range, reference.isWrite()]),
      })),
  )
}

describe('the parser of typescript-eslint without extras', () => {
  it('makes no tokens and no comments', () => {
    const { ast } = parse(plain, '// a comment\nexport const name: string = ""', 'name.ts')
    expect(ast).not.toHaveProperty('tokens.0')
    expect(ast).not.toHaveProperty('comments.0')
  })

  it.each(corpus.filter(({ path }) => /\.[cm]?tsx?$/.test(path)).map(({ path, text }) => [path, text] as const))(
    'gives the same tree and the same variables: %s',
    (path, text) => {
      const [full, short] = [parse(parser, text, path), parse(plain, text, path)]
      expect(treeOf(short)).toEqual(treeOf(full))
      expect(variablesOf(short)).toEqual(variablesOf(full))
    },
  )

  it('refuses what the parser refuses', () => {
    for (const text of ['const = 1', 'enum { a', 'class { }', 'abstract class A { abstract b() { return 1 } }']) {
      expect(() => parse(parser, text, 'broken.ts')).toThrow()
      expect(() => parse(plain, text, 'broken.ts')).toThrow()
    }
  })

  it('leaves every other parser as it is', () => {
    const own: Parser = { parse: (text) => parse(parser, text, 'own.ts').ast }
    const wrapping: Parser = { ...own, parseForESLint: (text, given) => parse(parser, text, JSON.stringify(given)) }
    expect(withoutExtras(own)).toBe(own)
    expect(withoutExtras(wrapping)).toBe(wrapping)
  })
})
