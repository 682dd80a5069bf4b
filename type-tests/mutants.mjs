// Breaks the types one piece at a time and compiles the type tests against each broken version: a mutant that none of
// them notices is a hole in the tests. It takes a quarter of an hour, and is run by hand after a change to the types:
//
//   node type-tests/mutants.mjs           all of them
//   node type-tests/mutants.mjs null Map  those whose file or description has one of these words
import { spawn } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, resolve } from 'node:path'
import ts from 'typescript'
// The compiler itself and not its starter, so that the limit and the signal are those of one process.
import getExePath from '../node_modules/typescript7/lib/getExePath.js'
import { mutations } from './mutations.mjs'

const here = new URL('.', import.meta.url).pathname
// Forty times what the unbroken types take. Not a time on the clock, which would call a busy machine an endless compiler.
const cpuSeconds = 120
// Below the type tests, where imports are resolved as theirs are.
const copy = `${here}mutant/`
const projects = [
  'tsconfig.json',
  'not-strict/tsconfig.json',
  'tsconfig.mongoose8.json',
  'tsconfig.express4.json',
  'tsconfig.exact.json',
  'middlewares/tsconfig.json',
]

/** Writes a project's configuration with its own files, and the copy in place of the built package. */
function configure(project, index) {
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(here + project, {}, ts.sys)
  const base = options.pathsBasePath ?? dirname(here + project)
  const paths = Object.entries(options.paths ?? {}).map(([name, [path]]) => [name, [resolve(base, path)]])
  const entries = ['index', 'express', 'web'].map((name) => [
    name === 'index' ? 'mongoose-guard' : `mongoose-guard/${name}`,
    [`${copy}src/${name === 'index' ? name : `adapters/${name}`}.ts`],
  ])
  const compilerOptions = { paths: Object.fromEntries([...paths, ...entries]) }
  const config = { extends: here + project, compilerOptions, files: fileNames, include: [] }
  writeFileSync(`${copy}tsconfig${index}.json`, JSON.stringify(config))
}

/** The first error in the type tests. The library's own code may be broken by the mutant: nobody compiles it. */
async function firstError() {
  for (const index of projects.keys()) {
    const output = await compile(`${copy}tsconfig${index}.json`)
    // Some mutants send the compiler into types without end.
    if (output === undefined) return `the compiler does not end in ${cpuSeconds} s of CPU time`
    const line = output
      .split('\n')
      .find((text) => /^[\w./-]+\.ts\(\d+,\d+\): error/.test(text) && !/^mutant\//.test(text))
    if (line) return line.split(':')[0]
  }
}

/** What the compiler printed; `undefined` if it had to be stopped. A compiler that breaks down proves nothing. */
function compile(project) {
  return new Promise((resolve, reject) => {
    // On one thread, because each of several would check Mongoose's types again.
    const command = [getExePath(), '-p', project, '--pretty', 'false', '--singleThreaded']
    const start = performance.now()
    const child = spawn('/bin/sh', ['-c', `ulimit -t ${cpuSeconds} && exec "$@"`, 'sh', ...command], { cwd: here })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const mayBeSpent = (performance.now() - start) * availableParallelism() > cpuSeconds * 1000
      // The limit sends this signal, and so does a machine that is out of memory, but sooner.
      if (signal === 'SIGKILL' && mayBeSpent) resolve(undefined)
      else if (code === 0 || /: error TS\d+:/.test(output)) resolve(output)
      else reject(new Error(`the compiler broke down (${signal ?? code}): ${output.slice(-2000)}`))
    })
  })
}

async function caughtAt({ file, from, to }) {
  const path = `${copy}src/types/${file}`
  const text = readFileSync(path, 'utf8')
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${from}`)
  writeFileSync(path, parts.join(to))
  const at = await firstError()
  writeFileSync(path, text)
  return at
}

try {
  cpSync(`${here}../src`, `${copy}src`, { recursive: true })
  for (const [index, project] of projects.entries()) configure(project, index)
  const unbroken = await firstError()
  if (unbroken) throw new Error(`the type tests fail without a mutant: ${unbroken}`)

  const words = process.argv.slice(2)
  const chosen = mutations.filter(
    ({ file, what }) => words.length === 0 || words.some((word) => `${file}: ${what}`.includes(word)),
  )
  let survivors = 0
  for (const mutation of chosen) {
    const at = await caughtAt(mutation)
    if (!at) survivors++
    console.log(`${at ? 'caught' : 'SURVIVED'} - ${mutation.file}: ${mutation.what}${at ? ` (${at})` : ''}`)
  }
  console.log(`${chosen.length - survivors} of ${chosen.length} mutants caught`)
  process.exitCode = survivors > 0 ? 1 : 0
} finally {
  rmSync(copy, { recursive: true, force: true })
}
