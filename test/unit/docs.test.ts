import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { anchorOf } from '../../docs/.vitepress/anchor.js'
import manifest from '../../package.json' with { type: 'json' }
import { knownBugs } from '../fuzz/known-mongoose-bugs.ts'
import { type Block, blocksOf, exportsOf, moduleOf, type Scope } from '../support/readme.ts'

it('docs/mongoose.md lists the mistakes of Mongoose that the fuzzer knows, and no others', () => {
  const text = readFileSync(new URL('../../docs/mongoose.md', import.meta.url), 'utf8')
  const [, table = ''] = text.split('## Mistakes that are not followed')
  const rows = [...table.matchAll(/^\| (?!Where|-)(.+?) +\| (8|9|8 and 9) +\| (.+?) *\|$/gm)]
  expect(rows.map(([, name, majors]) => `${name ?? ''}: ${majors ?? ''}`)).toEqual(
    knownBugs.map(({ name, majors }) => `${name}: ${majors.join(' and ')}`),
  )
  for (const [, , , why] of rows) expect(why?.length).toBeGreaterThan(10)
})

it('docs/hosts.md shows the recipes that are tried with the real packages, and no others', () => {
  const page = readFileSync(new URL('../../docs/hosts.md', import.meta.url), 'utf8')
  const folder = new URL('../frameworks/recipes/', import.meta.url)
  const recipes = readdirSync(folder).map((file) => `// ${file}\n${readFileSync(new URL(file, folder), 'utf8')}`)
  expect(recipes.length).toBeGreaterThan(9)
  expect(blocksOf('hosts.md', page).map(({ code }) => code)).toEqual(expect.arrayContaining(recipes))
  expect(blocksOf('hosts.md', page)).toHaveLength(recipes.length)
})

it('docs/lint.md lists the rules of the plugin, and no others', () => {
  const rules = readdirSync(new URL('eslint-plugin/docs/rules', root)).map((file) => file.replace(/\.md$/, ''))
  const listed = [...read('docs/lint.md').matchAll(/^\| \[([\w-]+)\]/gm)].map(([, rule]) => rule)
  expect(listed.toSorted()).toEqual(rules.toSorted())
})

it('docs/types.md declares a model that may be compiled already as the type tests do', () => {
  const [, code = ''] = /`(const User: [^`]*)`/.exec(read('docs/types.md')) ?? []
  expect(code).toContain('models.User')
  expect(read('type-tests/compiled-models.test-d.ts')).toContain(`${code.replaceAll('\\|', '|')}\n`)
})

it('docs/type-errors.md has the errors that every compiler is asked for, in its words, and no others', () => {
  const cell = '`{1,2} ?(.+?) ?`{1,2}'
  const row = new RegExp(`^\\| ${cell} +\\| ${cell} +\\| (\\S.*?) +\\|$`)
  const shown = read('docs/type-errors.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      row
        .exec(line)
        ?.slice(1, 3)
        .map((text) => text.replaceAll('\\|', '|')),
    )

  let code = ''
  const asked: string[][] = []
  for (const line of read('type-tests/messages/messages.ts').split('\n')) {
    const [, text] = /^\/\/=> \S+ (TS\d+: .*)$/.exec(line) ?? []
    const [, detail] = /^\/\/ {4}(.*)$/.exec(line) ?? []
    if (text !== undefined) asked.push([code, text])
    // Of an error with several signatures, this is the line that says something.
    else if (detail !== undefined) asked[asked.length - 1] = [code, detail]
    else if (!line.startsWith('//')) code = line
  }
  expect(asked.length).toBeGreaterThan(50)
  expect(shown).toEqual(asked)
})

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const withoutBlocks = (text: string) => text.replace(/^(`{3,})[^]*?^\1/gm, '')
const pages = [
  'README.md',
  ...readdirSync(new URL('docs', root)).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]

/** The anchors of a page, as GitHub makes them of its headings; the site makes the same. */
function anchorsOf(text: string): string[] {
  const headings = [...withoutBlocks(text).matchAll(/^#+ (.*)$/gm)]
  return headings.map(([, title = '']) => anchorOf(title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')))
}

describe.each(pages)('%s', (page) => {
  const text = read(page)

  it('has relative links that lead to a file, and anchors that lead to a heading', () => {
    const prose = withoutBlocks(text).replace(/`[^`\n]*`/g, '')
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const wrong = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : posix.join(posix.dirname(page), path)
      if (!existsSync(new URL(target, root))) return true
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
    })
    expect(wrong).toEqual([])
  })
})

// One is made of docstrings, one is a picture of the library, and the blocks of one are files of their own.
const selfContained = pages.filter((page) => !/\/(?:api|index|hosts)\.md$/.test(page))
const code = (page: string) => blocksOf(page, read(page)).filter(({ language }) => ['ts', 'js'].includes(language))

/** Of what a block uses, the names that the suite knows and no block above it declares. */
function undeclared(page: string): { name: string; block: Block }[] {
  const known = ['User', 'app', 'guard', 'guardBy', 'createGuard']
  const prelude = exportsOf('prelude', fileURLToPath(new URL('test/support/readme-prelude.ts', root)))
  let scope: Scope = prelude
  return code(page).flatMap((block) => {
    const made = moduleOf(block, block.at, block.directive === 'separate' ? prelude : scope)
    if (block.directive !== 'separate') scope = made.scope
    return known
      .filter((name) => made.text.includes(`import { ${name} } from 'prelude'`))
      .map((name) => ({ name, block }))
  })
}

it.each(selfContained)('%s declares or imports what its code uses, or says where it is declared', (page) => {
  const text = read(page)
  const unsaid = undeclared(page).filter(({ name, block }) => {
    const above = text.slice(0, text.indexOf(block.code))
    const sources = [...above.matchAll(/\bthe((?:\s(?:and\s)?`\w+`)+)\sof\s\[Express\]\(express\.md\)/g)]
    return !sources.some(([, names = '']) => names.includes(`\`${name}\``))
  })
  expect(unsaid.map(({ name, block }) => `${block.at}: ${name}`)).toEqual([])
})

it.each(['README.md', 'docs/express.md'])('%s begins with a file that runs, with and without a database', (page) => {
  const [first] = code(page)
  expect(first?.code).toMatch(/^app\.listen\(3000\)$/m)
  expect(first?.code).toMatch(/^mongoose\.connect\(.*\)\.catch\(/m)
  expect(first?.code).not.toMatch(/^await /m)
})

describe('README.md', () => {
  const text = read('README.md')

  it('is short, and its contents are its sections', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(200)
    const sections = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)
    const contents = /^## Contents\n\n(.*)$/m.exec(text)?.[1] ?? ''
    expect([...contents.matchAll(/\[([^\]]*)\]/g)].map(([, title]) => title)).toEqual(
      sections.filter((title) => title !== 'Contents'),
    )
  })

  it('has badges that say what the manifest says', () => {
    const badges = [...text.matchAll(/img\.shields\.io\/badge\/([^)]*)\)/g)].map(([, badge = '']) =>
      decodeURIComponent(badge).replace(/-(?:[\da-f]{6}|blue)$/, ''),
    )
    const { peerDependencies, engines, license } = manifest
    const versions = (range: string) =>
      range
        .split(' || ')
        .map((one) =>
          one.replace(/^\^(\d+)\.(\d+)\.0$/, (_, major: string, minor: string) =>
            minor === '0' ? major : `${major}.${minor}+`,
          ),
        )
        .join(' | ')
    const count = Object.keys((manifest as { dependencies?: object }).dependencies ?? {}).length
    expect(badges).toEqual([
      `mongoose-${versions(peerDependencies.mongoose)}`,
      `express-${versions(peerDependencies.express)}`,
      `node-${engines.node.replace('>=', '>= ')}`.replace(' ', ''),
      `dependencies-${count}`,
      'types-included',
      `license-${license}`,
    ])
  })

  it('leads to every page of the docs', () => {
    const linked = new Set([...text.matchAll(/\]\((docs\/[\w-]+\.md)/g)].map(([, link]) => link))
    const elsewhere = ['index', 'lint-precision']
    const missing = pages.filter((page) => page.startsWith('docs/') && !linked.has(page))
    expect(missing.filter((page) => !elsewhere.includes(posix.basename(page, '.md')))).toEqual([])
  })
})
