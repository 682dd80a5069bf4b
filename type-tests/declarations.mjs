// Emits the declarations of declarations/factories.ts in a project that has installed the package, as a user's has, and
// compiles declarations/uses.ts against them. A type that the compiler cannot name is written down in full, which may have
// no end: time of the processor and memory are limited, and the text is short.
// Usage: node declarations.mjs <version of TypeScript> [mongoose8]
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

const [version, mongoose = 'mongoose'] = process.argv.slice(2)
const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const cpuSeconds = 60
const kilobytes = 16_000_000
const characters = 20_000

const folder = mkdtempSync(`${tmpdir()}/declarations-`)
try {
  mkdirSync(`${folder}/node_modules/mongoose-guard`, { recursive: true })
  cpSync(pathOf('../dist'), `${folder}/node_modules/mongoose-guard/dist`, { recursive: true })
  cpSync(pathOf('../package.json'), `${folder}/node_modules/mongoose-guard/package.json`)
  // A link stands for the place that it leads to, from where `mongoose` is Mongoose 9.
  const [from, to] = [pathOf(`../node_modules/${mongoose}`), `${folder}/node_modules/mongoose`]
  if (mongoose === 'mongoose') symlinkSync(from, to)
  else cpSync(from, to, { recursive: true })
  symlinkSync(pathOf('../node_modules/@types'), `${folder}/node_modules/@types`)
  writeFileSync(`${folder}/package.json`, '{"type":"module"}')
  mkdirSync(`${folder}/emitted`)
  cpSync(pathOf('declarations/factories.ts'), `${folder}/factories.ts`)
  cpSync(pathOf('declarations/uses.ts'), `${folder}/emitted/uses.ts`)
  const emit = { declaration: true, emitDeclarationOnly: true, rootDir: folder, outDir: `${folder}/emitted` }
  compile(project('emit', emit, 'factories.ts'), project('use', { noEmit: true }, 'emitted/uses.ts'))
  const { length } = readFileSync(`${folder}/emitted/factories.d.ts`, 'utf8')
  if (length > characters) throw new Error(`factories.d.ts has ${length} characters, at most ${characters}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function project(name, options, file) {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom'],
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    ...options,
  }
  const path = `${folder}/${name}.json`
  writeFileSync(path, JSON.stringify({ compilerOptions, files: [file] }))
  return path
}

function compile(...projects) {
  const limits = `ulimit -t ${cpuSeconds} && ulimit -v ${kilobytes} && exec "$@"`
  const command = [process.execPath, pathOf('compile.mjs'), version, ...projects]
  const { status, signal, stdout, stderr } = spawnSync('/bin/sh', ['-c', limits, 'sh', ...command], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${signal ?? status} ${stdout.slice(0, 2000)}${stderr.slice(0, 500)}`)
}
