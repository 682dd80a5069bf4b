import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
let copy: string

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'mongoose-guard-changelogs-'))
})

afterEach(() => {
  rmSync(copy, { recursive: true, force: true })
})

const read = (path: string) => readFileSync(join(copy, path), 'utf8')

function write(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}

function run(script: string, argument: string) {
  return spawnSync(process.execPath, [join(root, '.github', script), argument], { cwd: copy, encoding: 'utf8' })
}

describe('a new version', () => {
  const [library, plugin] = ['CHANGELOG.md', 'eslint-plugin/CHANGELOG.md']
  const older = '## [1.0.0] - 2026-01-01\n\n### Added\n\n- All.\n'
  const undated = (path: string) => read(path).replace(/(?<=\[1\.2\.3\] - )20\d\d-\d\d-\d\d$/m, 'today')

  beforeEach(() => {
    for (const path of ['package.json', 'package-lock.json', 'eslint-plugin/package.json'])
      cpSync(join(root, path), join(copy, path), { recursive: true })
    write(library, `# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- A bug.\n\n${older}`)
    write(plugin, `# Changelog\n\n## [Unreleased]\n\n${older}`)
  })

  it('makes a section of what is unreleased, and says where that is nothing', () => {
    expect(run('new-version.mjs', '1.2.3')).toMatchObject({ status: 0, stderr: '' })
    const heading = `# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - today\n\n`
    expect(undated(library)).toBe(`${heading}### Fixed\n\n- A bug.\n\n${older}`)
    expect(undated(plugin)).toBe(`${heading}Nothing changed but the version, which both packages share.\n\n${older}`)
  })

  it('is the first one of a changelog without others', () => {
    write(library, '# Changelog\n\n## [Unreleased]\n\n- All.\n')
    expect(run('new-version.mjs', '1.2.3')).toMatchObject({ status: 0 })
    expect(undated(library)).toBe(`# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - today\n\n- All.\n`)
  })

  it('is all that changes in the manifests and the lock file', () => {
    const before = (path: string) => readFileSync(join(root, path), 'utf8')
    const { version } = JSON.parse(before('package.json')) as { version: string }
    run('new-version.mjs', '1.2.3-rc.1')
    const changed = ['package.json', 'eslint-plugin/package.json', 'package-lock.json'].map((path) => {
      const lines = before(path).split('\n')
      return read(path)
        .split('\n')
        .flatMap((line, at) => (line === lines[at] ? [] : [line.trim(), lines[at]?.trim()]))
    })
    const lines = ['"version": "1.2.3-rc.1",', `"version": "${version}",`]
    expect(changed).toEqual([lines, lines, [...lines, ...lines, ...lines]])
  })

  it.each([
    ['1.0.0', '1.0.0 is released already'],
    ['v1.2.3', 'not a version: "v1.2.3"'],
    ['', 'not a version: ""'],
  ])('is not %j', (version, problem) => {
    const before = read(library)
    expect(run('new-version.mjs', version).stderr).toContain(problem)
    expect(read(library)).toBe(before)
  })

  it('needs a change', () => {
    write(library, read(plugin))
    expect(run('new-version.mjs', '1.2.3').stderr).toContain('nothing is unreleased')
  })
})

describe('a change of the code', () => {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: copy })
  function commit(message: string, ...paths: string[]): void {
    for (const path of paths) write(path, message)
    git('add', '.')
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '--message', message)
  }

  beforeEach(() => {
    git('init', '--quiet', '--initial-branch', 'main')
    commit('Start', 'src/a.ts', 'eslint-plugin/src/a.ts')
    git('switch', '--quiet', '--create', 'change')
  })

  it.each([
    { of: 'src', with: 'its changelog', paths: ['src/a.ts', 'CHANGELOG.md'] },
    { of: 'the plugin', with: 'its changelog', paths: ['eslint-plugin/src/a.ts', 'eslint-plugin/CHANGELOG.md'] },
    { of: 'tests', with: 'nothing else', paths: ['test/a.ts', 'eslint-plugin/test/a.ts'] },
  ])('of $of passes with $with', ({ paths }) => {
    commit('Change', ...paths)
    expect(run('check-changelogs.mjs', 'main')).toMatchObject({ status: 0, stderr: '' })
  })

  it.each([
    { of: 'src', paths: ['src/a.ts', 'eslint-plugin/CHANGELOG.md'], problem: 'src/ changed, and CHANGELOG.md did not' },
    {
      of: 'the plugin',
      paths: ['eslint-plugin/src/a.ts', 'CHANGELOG.md'],
      problem: 'eslint-plugin/src/ changed, and eslint-plugin/CHANGELOG.md did not',
    },
  ])('of $of fails without its own changelog', ({ paths, problem }) => {
    commit('Change', ...paths)
    const { status, stderr } = run('check-changelogs.mjs', 'main')
    expect(status).toBe(1)
    expect(stderr.split('\n')[0]).toBe(problem)
  })

  it('passes where a commit says that nobody can notice it', () => {
    commit('Move a function\n\nChangelog: none', 'src/a.ts')
    expect(run('check-changelogs.mjs', 'main')).toMatchObject({ status: 0, stderr: '' })
  })

  it('is not that of the branch it leads to', () => {
    commit('Change', 'test/a.ts')
    git('switch', '--quiet', 'main')
    commit('Another change', 'src/a.ts')
    git('switch', '--quiet', 'change')
    expect(run('check-changelogs.mjs', 'main')).toMatchObject({ status: 0, stderr: '' })
  })
})
