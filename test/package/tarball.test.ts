import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifest, root } from '../support/tarball.ts'
import { describeInstalled, installedBefore, outputIn } from './installed.ts'

describe('the tarball', () => {
  const alone = installedBefore(() => Promise.resolve([]), '--omit=peer')

  it('holds the build, its types and the papers, and nothing else', () => {
    const { packed } = alone()
    const entries = ['index', 'express', 'web', 'openapi'].flatMap((entry) =>
      ['js', 'cjs', 'd.ts', 'd.cts'].map((extension) => `dist/${entry}.${extension}`),
    )
    expect(packed).toEqual(expect.arrayContaining([...entries, 'package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']))
    const others = packed.filter((path) => !/^dist\/[\w-]+\.(js|cjs|d\.ts|d\.cts)$/.test(path))
    expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'])
  })

  it('has no dependency of its own', async () => {
    const installed = join(alone().folder, 'node_modules')
    const manifest = await readManifest(join(installed, 'mongoose-guard'))
    expect(manifest.dependencies).toBeUndefined()
    expect(manifest.peerDependencies).toEqual({
      '@types/express-serve-static-core': '^4.17.33 || ^5.0.0',
      express: '^4.18.0 || ^5.0.0',
      mongoose: '^8.18.0 || ^9.0.0',
    })
    expect((await readdir(installed)).filter((name) => !name.startsWith('.'))).toEqual(['mongoose-guard'])
  })

  it('loads where neither Mongoose nor Express is installed, as it imports neither at run time', async () => {
    const entries = ['mongoose-guard', 'mongoose-guard/express', 'mongoose-guard/web', 'mongoose-guard/openapi']
    const load = `Promise.all(${JSON.stringify(entries)}.map((entry) => import(entry))).then((esm) => {
      const cjs = ${JSON.stringify(entries)}.map((entry) => require(entry))
      console.log(JSON.stringify([...esm, ...cjs].map(({ GuardConfigError }) => typeof GuardConfigError)))
    })`
    expect(await outputIn(alone().folder, '-e', load)).toEqual(Array.from({ length: 8 }, () => 'function'))
  })

  it('names neither Mongoose nor Express in an import of its code', async () => {
    const code = alone().packed.filter((path) => /\.c?js$/.test(path))
    expect(code.length).toBeGreaterThanOrEqual(6)
    for (const path of code) {
      const text = await readFile(join(root, path), 'utf8')
      expect(text).not.toMatch(/(from|import|require)\s*\(?\s*['"](mongoose|express)['"]/)
    }
  })
})

describeInstalled({ mongoose: 'mongoose', express: 'express', major: '9' })
