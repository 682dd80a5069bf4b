// The test suite in one process that stays, with any text in place of a module of src/. Nothing is written to src/.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest, resolveConfig } from 'vitest/node'
import { instrumented } from './reach.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const setup = fileURLToPath(new URL('setup.mjs', import.meta.url))
const cache = join(root, 'node_modules/.cache/mutants')
// A promise that never settles is waited for; an endless loop is stopped sooner, by the time that it takes the processor.
const patience = 90_000
/** Which project of Vitest's configuration loads a major of Mongoose. */
const projectsByMajor = new Map([
  ['mongoose-9', 'unit'],
  ['mongoose-8', 'unit-mongoose-8'],
])

class InGivenOrder {
  shard = (specifications) => specifications
  sort = (specifications) => specifications
}

export class Suite {
  #texts = new Map()
  #vitest
  #files = mkdtempSync(join(tmpdir(), 'mutants-'))

  static async open() {
    const suite = new Suite()
    const { vitestConfig } = await resolveConfig({ root })
    const projects = [...projectsByMajor].map(([name, configured]) => {
      const { test } = vitestConfig.projects.find((one) => one.test.name === configured)
      return { plugins: [suite.#overlay()], test: { ...test, name, setupFiles: [setup], testTimeout: patience } }
    })
    const test = { config: false, root, projects, watch: false, bail: 1, maxWorkers: 1, reporters: [{}] }
    const workers = { pool: 'forks', isolate: false, execArgv: ['--max-old-space-size=1024'] }
    const sequence = { sequencer: InGivenOrder }
    suite.#vitest = await createVitest('test', { ...test, ...workers, sequence })
    return suite
  }

  async close() {
    await this.#vitest.close()
    rmSync(this.#files, { recursive: true, force: true })
  }

  /** Serves modules of src/ from memory. */
  #overlay() {
    const load = (id) => this.#texts.get(id.split('?')[0])
    return { name: 'mutants', enforce: 'pre', load }
  }

  put(file, text) {
    const path = join(root, file)
    if (text === undefined) this.#texts.delete(path)
    else this.#texts.set(path, text)
    this.#vitest.invalidateFile(path)
  }

  /** Runs test files one after the other and gives the first failure as a text, `undefined` where there is none. */
  async failure(project, files, cpuSeconds) {
    if (files.length === 0) return undefined
    const { error } = await this.#run(project, files, { cpuSeconds })
    return error
  }

  async #run(name, files, { cpuSeconds, isolate = false, bail = 1, reached }) {
    const vitest = this.#vitest
    const project = vitest.projects.find((one) => one.name === name)
    project.config.isolate = isolate
    project.config.bail = vitest.config.bail = bail
    project.provide('mutants', { cpuSeconds, reached })
    const specifications = files.map((file) => project.createSpecification(join(root, file)))
    vitest.state.filesMap.clear()
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    const failed = testModules.find((module) => module.state() === 'failed')
    // Without a failed test it is the worker that ended, stopped by setup.mjs or out of memory.
    const error = failed ? failureIn(failed) : unhandledErrors.map(textOf)[0]
    return { error }
  }

  /**
   * For each test file what it costs and which blocks of src/ it enters, found by counting them. The answers are kept for
   * as long as the sources and the test file stay the same.
   */
  async reach(sources) {
    const tests = this.#testFiles()
    const common = hashOf([...sources.values(), ...textsBelow('test/support')])
    mkdirSync(cache, { recursive: true })
    const found = new Map()
    for (const [file, source] of sources) this.put(file, instrumented(file, source))
    for (const test of tests) {
      const kept = join(cache, `${hashOf([common, test, readFileSync(join(root, test))])}.json`)
      found.set(test, readKept(kept) ?? (await this.#measure(test, kept)))
    }
    for (const file of sources.keys()) this.put(file, undefined)
    return found
  }

  async #measure(test, kept) {
    const reached = join(this.#files, 'reached.json')
    writeFileSync(reached, '{"seconds":0,"blocks":[]}')
    const { error } = await this.#run('mongoose-9', [test], { cpuSeconds: 600, isolate: true, bail: 0, reached })
    if (error) console.log(`${test} fails where blocks are counted: ${error}`)
    const text = readFileSync(reached, 'utf8')
    writeFileSync(kept, text)
    return JSON.parse(text)
  }

  #testFiles() {
    const below = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
    return ['test/unit', 'test/deep'].flatMap(below).filter((file) => file.endsWith('.test.ts'))
  }
}

function failureIn(module) {
  for (const test of module.children.allTests('failed')) {
    return `${module.relativeModuleId} > ${test.fullName}: ${textOf(test.result().errors[0])}`
  }
  return `${module.relativeModuleId}: ${textOf(module.errors()[0])}`
}

function textOf(error) {
  return String(error?.message ?? error).split('\n')[0]
}

function textsBelow(folder) {
  return readdirSync(join(root, folder)).map((name) => readFileSync(join(root, folder, name)))
}

function hashOf(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 20)
}

function readKept(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
