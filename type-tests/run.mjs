// Compiles the type tests, which import the built package by its name, with several compilers against several versions
// of Mongoose and Express: `--quick` with one, `--deep` some combinations more, so that each compiler and version has
// been there once, `--ends` everything on the newest compiler and nearly so on the oldest, `--rest` what is left. Without an
// option the quick and the deep ones, with `--all` all.
import { execFileSync, fork, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const projects = {
  'Mongoose 9, Express 5': 'type-tests/tsconfig.json',
  'Mongoose 9, Express 4': 'type-tests/tsconfig.express4.json',
  'Mongoose 8, Express 4': 'type-tests/tsconfig.mongoose8-express4.json',
  'strict: false': 'type-tests/not-strict/tsconfig.json',
  exactOptionalPropertyTypes: 'type-tests/tsconfig.exact.json',
  'skipLibCheck: false, Mongoose 9, Express 5': 'type-tests/tsconfig.lib-check.json',
  'skipLibCheck: false, Mongoose 8, Express 5': 'type-tests/tsconfig.lib-check-mongoose8.json',
  'bundler, exactOptionalPropertyTypes': 'type-tests/tsconfig.bundler.json',
  'plain JavaScript': 'type-tests/tsconfig.javascript.json',
  'plain JavaScript, Mongoose 8': 'type-tests/tsconfig.javascript-mongoose8.json',
  'guarded applications, Mongoose 9': 'type-tests/tsconfig.applications.json',
  'guarded applications, Mongoose 8': 'type-tests/tsconfig.applications-mongoose8.json',
  'ES modules beside CommonJS': 'type-tests/both-formats/tsconfig.json',
  'ES modules beside CommonJS, Mongoose 8, Express 4': 'type-tests/both-formats/tsconfig.mongoose8-express4.json',
  'middlewares, Mongoose 9, Express 5': 'type-tests/middlewares/tsconfig.json',
  'middlewares, Mongoose 8, Express 4': 'type-tests/middlewares/tsconfig.express4.json',
}

const compile = (compiler, project) => ({
  name: `TypeScript ${compiler}, ${project}`,
  compiler,
  check: 'compile',
  project: projects[project],
})
const messages = (compiler) => ({
  name: `TypeScript ${compiler}, the texts of the commonest errors`,
  compiler,
  check: 'messages',
  project: 'type-tests/messages/tsconfig.json',
})
const messages8 = (compiler) => ({
  name: `TypeScript ${compiler}, the texts of the commonest errors, Mongoose 8, Express 4`,
  compiler,
  check: 'messages',
  project: 'type-tests/messages/tsconfig.mongoose8-express4.json',
})
const oldExpress = (compiler) => ({
  name: `TypeScript ${compiler}, types of Express that are too old`,
  compiler,
  check: 'oldExpress',
  project: 'type-tests/old-express/tsconfig.json',
})
const declarations = (compiler) => ({
  name: `TypeScript ${compiler}, emitted declarations of functions whose model is a parameter`,
  command: ['type-tests/declarations.mjs', compiler],
})
const declarations8 = (compiler) => ({
  name: `TypeScript ${compiler}, emitted declarations of functions whose model is a parameter, Mongoose 8`,
  command: ['type-tests/declarations.mjs', compiler, 'mongoose8'],
})
const workspaces = (layout, ...versions) => ({
  name: `workspaces of ${layout}, TypeScript ${versions.join(', ')}`,
  command: ['type-tests/workspaces.mjs', layout, ...versions],
})
const editor = { name: 'completions and hovers in an editor', command: ['type-tests/editor.mjs'] }
const cost = { name: 'instantiations below their ceilings', command: ['type-tests/cost.mjs'] }
const costNative = {
  name: 'TypeScript 7.0, instantiations below their ceilings',
  command: ['type-tests/cost.mjs', '--native'],
}
const soundness = {
  name: 'accepted bodies have the type that their guard gives them',
  command: ['--import', 'tsx', 'type-tests/soundness.mjs'],
}

const quick = [compile('7.0', 'skipLibCheck: false, Mongoose 9, Express 5')]
const deep = [
  cost,
  compile('6.0', 'Mongoose 9, Express 5'),
  compile('5.4', 'Mongoose 8, Express 4'),
  compile('5.9', 'guarded applications, Mongoose 8'),
  editor,
  soundness,
  messages('6.0'),
  oldExpress('5.4'),
  declarations('6.0'),
  compile('7.0', 'Mongoose 9, Express 4'),
  compile('7.0', 'strict: false'),
  compile('7.0', 'skipLibCheck: false, Mongoose 8, Express 5'),
  compile('7.0', 'bundler, exactOptionalPropertyTypes'),
  compile('6.0', 'plain JavaScript'),
  compile('6.0', 'ES modules beside CommonJS'),
  compile('6.0', 'middlewares, Mongoose 9, Express 5'),
  compile('7.0', 'middlewares, Mongoose 8, Express 4'),
]
// The same files with `skipLibCheck: false` are the same test, and one more.
const isCheckedWithLibraries = (project) => `skipLibCheck: false, ${project}` in projects
const everything = ['5.4', '5.9', '6.0', '7.0'].flatMap((compiler) => [
  ...Object.keys(projects)
    .filter((project) => !isCheckedWithLibraries(project))
    .map((project) => compile(compiler, project)),
  messages(compiler),
  messages8(compiler),
  oldExpress(compiler),
  declarations(compiler),
  declarations8(compiler),
])
const everyWorkspace = [
  ...['npm', 'pnpm', 'pnpm, hoist=false', 'Yarn, node-modules'].map((layout) =>
    workspaces(layout, '5.4', '5.9', '6.0', '7.0'),
  ),
  workspaces("Yarn, Plug'n'Play", '5.4', '5.9', '6.0'),
]
const ends = [
  // But for what the deep ones hold beside something else: exact properties, Mongoose 8, Express 4.
  ...everything.filter(({ name }) => /^TypeScript 7\.0, (?!exact|Mongoose 8, Express 4)/.test(name)),
  // The oldest one meets all tests on the oldest major of Mongoose, and of the ways to configure a project those that change
  // what it checks; of what is compiled on both majors beside the tests, one.
  ...everything.filter(({ name }) =>
    /^TypeScript 5\.4, (?!Mongoose 9, Express 4|skipLibCheck|bundler|plain|exact|guarded|the texts.*8|emitted)/.test(
      name,
    ),
  ),
]
const without = (runs, others) => runs.filter(({ name }) => !others.some((run) => run.name === name))
const beforeEnds = [...quick, ...deep]
const beforeRest = [...beforeEnds, ...ends]
const levels = {
  '--quick': quick,
  '--deep': deep,
  '--ends': without(ends, beforeEnds),
  '--rest': without([costNative, ...everything, ...everyWorkspace], beforeRest),
}
const asked = process.argv.includes('--all') ? Object.keys(levels) : process.argv.slice(2)
const runs = (asked.length === 0 ? ['--quick', '--deep'] : asked).flatMap((level) => levels[level])

// The middlewares have a lock file of their own, which keeps them out of the project's install.
const middlewares = `${root}type-tests/middlewares`
if (
  runs.some(({ name }) => name.includes('middlewares')) &&
  !existsSync(`${middlewares}/node_modules/.package-lock.json`)
) {
  execFileSync('npm', ['ci', '--prefix', middlewares, '--ignore-scripts', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

// A compiler does all its runs in one process, where it starts once. What takes longest comes first.
const groups = new Map([[costNative.name, []]])
for (const run of runs) {
  const group = run.compiler ?? run.name
  groups.set(group, [...(groups.get(group) ?? []), run])
}
const queue = [...groups.values()]

let failed = 0
async function work() {
  for (let group = queue.shift(); group; group = queue.shift()) {
    const [{ compiler } = {}] = group
    const child = compiler && fork('type-tests/with-compiler.mjs', [compiler], { cwd: root })
    for (const run of group) {
      const start = performance.now()
      const output = await (child ? ask(child, run) : execute(run.command))
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      if (output !== undefined) failed++
      console.log(`${output === undefined ? 'ok' : 'FAILED'} - ${run.name} (${seconds} s)`)
      if (output !== undefined) console.log(output.slice(0, 10_000))
    }
    child?.disconnect()
  }
}
/** Undefined where all is well, as below. */
function ask(child, { check, project }) {
  return new Promise((resolve) => {
    const broken = () => resolve('The compiler broke down.')
    if (!child.connected) return broken()
    child.once('exit', broken)
    child.once('message', ({ output }) => {
      child.off('exit', broken)
      resolve(output)
    })
    child.send({ check, project })
  })
}
function execute(command) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve(String(error)))
    child.on('close', (code) => resolve(code === 0 ? undefined : output))
  })
}
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
if (failed > 0) {
  console.log(`${failed} of the type test runs failed`)
  process.exit(1)
}
