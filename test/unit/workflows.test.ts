import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import plugin from '../../eslint-plugin/package.json' with { type: 'json' }

const folder = new URL('../../.github/workflows/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const valuesOf = (key: string, text: string) =>
  [...text.matchAll(new RegExp(`^ *(?:- )?${key}: *(.*)$`, 'gm'))].map(([, value]) => value ?? '')

/** The jobs of a workflow by their names. The formatter sees to it that a job is indented by two. */
function jobsOf(workflow: string): Record<string, string> {
  const [, jobs = ''] = workflow.split(/^jobs:$/m)
  const parts = jobs.split(/^ {2}([\w-]+):$/m).slice(1)
  return Object.fromEntries(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1] ?? '']] : [])))
}

describe.each(readdirSync(folder))('%s', (name) => {
  it('names every action by a commit, which nobody can move, and says which version that is', () => {
    const actions = valuesOf('uses', read(name))
    expect(actions).not.toEqual([])
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('takes the same commit for an action as the other workflows', () => {
    const all = readdirSync(folder).flatMap((workflow) => valuesOf('uses', read(workflow)))
    const names = new Set(all.map((action) => action.replace(/@.*/, '')))
    expect(new Set(all).size).toBe(names.size)
  })
})

describe('the release', () => {
  const workflow = read('release.yml')
  const { pack = '', publish = '', ...others } = jobsOf(workflow)

  it('has a job that packs, one that publishes, and no other', () => {
    expect(others).toEqual({})
    expect(publish).toMatch(/^ {4}needs: pack$/m)
  })

  it('gives no job a permission that it does not ask for', () => {
    expect(workflow).toMatch(/^permissions: \{\}$/m)
  })

  it('runs tests and build tools where nothing can be signed or published', () => {
    expect(pack).toMatch(/^ {4}permissions:\n {6}contents: read\n {4}\S/m)
    expect(pack).not.toMatch(/id-token|environment|secrets/)
    expect(pack).toContain('persist-credentials: false')
  })

  it('publishes what was packed, and runs nothing else', () => {
    expect(publish).toMatch(/^ {4}permissions:\n {6}id-token: write\n {4}\S/m)
    expect(publish).toMatch(/^ {4}environment: npm$/m)
    expect(publish).not.toContain('secrets')
    const actions = valuesOf('uses', publish).map((action) => action.replace(/@.*/, ''))
    expect(actions).toEqual(['actions/setup-node', 'actions/download-artifact'])
    expect(valuesOf('run', publish)).toEqual([
      'npm publish "./$PACKAGE-${GITHUB_REF_NAME#v}.tgz" --provenance --access public',
    ])
  })

  it('fills no cache and takes nothing from one', () => {
    const setups = valuesOf('uses', workflow).filter((action) => action.startsWith('actions/setup-node@'))
    expect(valuesOf('package-manager-cache', workflow)).toEqual(setups.map(() => 'false'))
    expect(valuesOf('cache', workflow)).toEqual([])
  })
})

describe('CI', () => {
  const workflow = read('ci.yml')
  const [oldest = ''] = /\d+\.\d+\.\d+/.exec(plugin.engines.node) ?? []

  it('may read the repository, and nothing else', () => {
    expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\n/m)
    expect(valuesOf('permissions', workflow)).toEqual([''])
    expect(valuesOf('persist-credentials', workflow)).toEqual(Object.keys(jobsOf(workflow)).map(() => 'false'))
  })

  it('tests the versions of Node.js that .ci/run tests, and the lint plugin on the oldest that it takes', () => {
    const script = readFileSync(new URL('../../.ci/run', folder), 'utf8')
    const versions = Array.from(script.matchAll(/(?:unit_tests_on|suite_on_node) (\d+)/g), ([, version]) => version)
    expect(valuesOf('node', workflow)).toEqual([...versions.sort(), oldest])
  })

  it('asks for changelogs in pull requests alone', () => {
    expect(jobsOf(workflow).changelogs).toMatch(/^ {4}if: github.event_name == 'pull_request'$/m)
  })
})
