import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const script = join(root, '.github/prepare-release.mjs')

const repository = 'https://git.example/acme/guard'
const release = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'acme/guard', GITHUB_REF_NAME: 'v1.2.3' }
const folders = { 'mongoose-guard': '', 'eslint-plugin-mongoose-guard': 'eslint-plugin' }
const sources = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'docs'].flatMap((name) => [
  name,
  `eslint-plugin/${name}`,
])

let scratch: string

/** What a tarball is made from, without the code. */
async function copyPackages(name: string): Promise<string> {
  const copy = join(scratch, name)
  for (const source of sources)
    if (existsSync(join(root, source))) await cp(join(root, source), join(copy, source), { recursive: true })
  for (const folder of Object.values(folders)) {
    await mkdir(join(copy, folder, 'dist'))
    await writeFile(join(copy, folder, 'dist/index.js'), '')
  }
  return copy
}

/** Runs the script as the workflow does, with these variables instead of those of this machine. */
async function prepare(copy: string, variables: NodeJS.ProcessEnv): Promise<void> {
  const unset = Object.fromEntries(Object.keys(release).map((name) => [name, undefined]))
  await run(process.execPath, [script], { cwd: copy, env: { ...process.env, ...unset, ...variables } })
}

interface Package {
  readonly name: string
  readonly folder: string
  readonly files: readonly string[]
  readonly unpacked: string
}

/** Packs with the command of the workflow and unpacks again. */
async function pack(copy: string): Promise<Package[]> {
  const flags = ['--json', '--loglevel=error', '--ignore-scripts', '--pack-destination', copy]
  const { stdout } = await run('npm', ['pack', ...flags, '.', './eslint-plugin'], { cwd: copy })
  const reports = JSON.parse(stdout) as { name: keyof typeof folders; filename: string; files: { path: string }[] }[]
  return Promise.all(
    reports.map(async ({ name, filename, files }) => {
      const unpacked = join(copy, 'unpacked', name)
      await mkdir(unpacked, { recursive: true })
      await run('tar', ['-xzf', filename, '-C', unpacked, '--strip-components=1'], { cwd: copy })
      return { name, folder: folders[name], files: files.map(({ path }) => path), unpacked }
    }),
  )
}

/** Targets of links in a page, those in code examples included: there are none. */
const linksOf = (page: string) =>
  [...page.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)|(?:href|src)="([^"]+)"/gm)].flatMap(
    ([, inline, reference, html]) => inline ?? reference ?? html ?? [],
  )
const isRelative = (link: string) => !/^(?:[a-z]+:|#)/.test(link)

/** All links of the pages in a package, with the path that a relative one names in there. */
async function linksIn({ files, unpacked }: Package) {
  const pages = files.filter((file) => file.endsWith('.md'))
  const links = pages.map(async (page) =>
    linksOf(await readFile(join(unpacked, page), 'utf8')).map((link) => ({
      page,
      link,
      path: posix.join(posix.dirname(page), link.replace(/#.*/, '')),
    })),
  )
  return (await Promise.all(links)).flat()
}

let packages: Package[]

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'mongoose-guard-release-'))
  const copy = await copyPackages('release')
  await prepare(copy, release)
  packages = await pack(copy)
})

afterAll(() => rm(scratch, { recursive: true, force: true }))

describe('a released package', () => {
  it('is one of two', () => {
    expect(packages.map(({ name }) => name)).toEqual(Object.keys(folders))
  })

  it('names the repository that it was released from, which its provenance is compared with', async () => {
    const manifests = packages.map(async ({ unpacked }) => {
      const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as Record<string, unknown>
      const { repository, homepage, bugs } = manifest
      return { repository, homepage, bugs }
    })
    const common = { type: 'git', url: 'git+https://git.example/acme/guard.git' }
    const bugs = { url: `${repository}/issues` }
    expect(await Promise.all(manifests)).toEqual([
      { repository: common, homepage: `${repository}#readme`, bugs },
      {
        repository: { ...common, directory: 'eslint-plugin' },
        homepage: `${repository}/tree/HEAD/eslint-plugin#readme`,
        bugs,
      },
    ])
  })

  it('keeps everything else of its manifest', async () => {
    for (const { folder, unpacked } of packages) {
      const before = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as object
      const after = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as object
      expect(after).toMatchObject(before)
      expect(Object.keys(after).sort()).toEqual([...Object.keys(before), 'bugs', 'homepage', 'repository'].sort())
    }
  })

  it('holds its changelog', () => {
    for (const { files } of packages) expect(files).toContain('CHANGELOG.md')
  })

  it('has no relative link to a file that is not in its tarball', async () => {
    for (const packed of packages) {
      const outside = (await linksIn(packed)).filter(
        ({ link, path }) => isRelative(link) && !packed.files.includes(path),
      )
      expect(outside).toEqual([])
    }
  })

  it('links to files of the repository at the tag, and to none that is not there', async () => {
    const prefix = `${repository}/blob/v1.2.3/`
    const links = (await Promise.all(packages.map(linksIn))).flat().map(({ link }) => link)
    const paths = links.filter((link) => link.startsWith(prefix)).map((link) => link.slice(prefix.length))
    expect(paths).toContain('docs/performance.md')
    expect(paths.filter((path) => !existsSync(join(root, path.replace(/#.*/, ''))))).toEqual([])
  })

  it('keeps relative links to files of its tarball', async () => {
    const links = (await Promise.all(packages.map(linksIn))).flat().map(({ link }) => link)
    expect(links).toContain('CHANGELOG.md')
    expect(links).toContain('docs/rules/no-body-after-guard.md')
  })
})

describe('the links of a page', () => {
  const tick = '`'
  const fence = '```'
  const cases: Readonly<Record<string, readonly [before: string, after: string]>> = {
    'a page that is not in the tarball': ['[a](docs/a.md)', `[a](${repository}/blob/v1.2.3/docs/a.md)`],
    'a heading of one': ['[a](./docs/a.md#b)', `[a](${repository}/blob/v1.2.3/docs/a.md#b)`],
    'a link with a title': ['[a](docs/a.md "A page")', `[a](${repository}/blob/v1.2.3/docs/a.md "A page")`],
    'a link around code': [
      `[${tick}guard()${tick}](docs/a.md)`,
      `[${tick}guard()${tick}](${repository}/blob/v1.2.3/docs/a.md)`,
    ],
    'an image, which must be the file and not a page about it': [
      '![a](docs/a.svg)',
      `![a](${repository}/raw/v1.2.3/docs/a.svg)`,
    ],
    'an image that is a link': [
      '[![a](docs/a.png)](docs/a.md)',
      `[![a](${repository}/raw/v1.2.3/docs/a.png)](${repository}/blob/v1.2.3/docs/a.md)`,
    ],
    'a reference': ['[a]: docs/a.md', `[a]: ${repository}/blob/v1.2.3/docs/a.md`],
    'an HTML image': ['<img alt="" src="docs/a.png">', `<img alt="" src="${repository}/raw/v1.2.3/docs/a.png">`],
    'an HTML link': ['<a href="docs/a.md">', `<a href="${repository}/blob/v1.2.3/docs/a.md">`],
    'a page of the tarball': ['[a](LICENSE)', '[a](LICENSE)'],
    'a folder of the tarball': ['[a](dist/)', '[a](dist/)'],
    'a heading of the same page': ['[a](#b)', '[a](#b)'],
    'another site': ['[a](https://a.example/docs/a.md)', '[a](https://a.example/docs/a.md)'],
    'an address': ['[a](mailto:a@a.example)', '[a](mailto:a@a.example)'],
    'code in a line': [`${tick}handlers[name](request)${tick}`, `${tick}handlers[name](request)${tick}`],
    'a block of code': [
      `${fence}js\nhandlers[name](request)\n${fence}`,
      `${fence}js\nhandlers[name](request)\n${fence}`,
    ],
  }
  const pageOf = (texts: readonly string[]) => texts.join('\n\n')

  it('become absolute where they must, and nothing else does', async () => {
    const copy = await copyPackages('links')
    const pages = Object.values(folders).map((folder) => join(copy, folder, 'README.md'))
    const read = () => Promise.all(pages.map((page) => readFile(page, 'utf8')))
    const before = pageOf(Object.values(cases).map(([text]) => text))
    const [page = '', pageOfPlugin = ''] = pages
    await writeFile(page, before)
    // A link is read from its page: the docs of the repository are one folder up.
    await writeFile(pageOfPlugin, before.replace(/(["( ])(?:\.\/)?docs\//g, '$1../docs/'))
    await prepare(copy, release)
    const once = await read()
    await prepare(copy, release)
    const after = pageOf(Object.values(cases).map(([, text]) => text))
    expect(once).toEqual([after, after])
    expect(await read()).toEqual(once)
  })

  it('stop a release that they lead out of the repository', async () => {
    const copy = await copyPackages('outside')
    await writeFile(join(copy, 'README.md'), '[a](../a.md)')
    await expect(prepare(copy, release)).rejects.toThrow('README.md: ../a.md leads out of the repository')
  })
})

it.each(Object.keys(release))('no release is prepared without %s', async (name) => {
  const copy = await copyPackages(`without-${name}`)
  await expect(prepare(copy, { ...release, [name]: '' })).rejects.toThrow(`${name} is not set`)
  expect(await readFile(join(copy, 'package.json'), 'utf8')).toBe(await readFile(join(root, 'package.json'), 'utf8'))
})
