// What count.mjs does, for TypeScript 7. It has no files in memory and gives its counts for a whole program only, so that
// what some files add is the difference of two programs. Times are those of single files: its API checks one at a time.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API } from 'typescript7/unstable/sync'

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const compiler = pathOf('../../node_modules/typescript7/bin/tsc')
// Where imports are found, as in a project that has installed them.
const installed = {
  'mongoose-guard': '../..',
  mongoose: '../../node_modules/mongoose',
  '@types': '../../node_modules/@types',
  zod: '../node_modules/zod',
  valibot: '../node_modules/valibot',
  arktype: '../node_modules/arktype',
}
// One thread, also for what the compiler does beside checking: on a machine with free cores as on a busy one.
process.env.GOMAXPROCS = '1'

/** Writes the files into a folder that is removed after `use`, and lies outside the project in case nobody can. */
export function withFolder(files, use) {
  const folder = mkdtempSync(`${tmpdir()}/types-bench-`)
  try {
    mkdirSync(`${folder}/node_modules`)
    for (const [name, path] of Object.entries(installed)) symlinkSync(pathOf(path), `${folder}/node_modules/${name}`)
    writeFileSync(`${folder}/package.json`, '{"type":"module"}')
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(`${folder}/${name}`), { recursive: true })
      writeFileSync(`${folder}/${name}`, text)
    }
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Instantiations and types of the program of these files. Throws if they have an error. */
export function countNative(folder, names) {
  configure(folder, names)
  const options = ['-p', folder, '--pretty', 'false', '--singleThreaded', '--extendedDiagnostics']
  const output = execFileSync(process.execPath, [compiler, ...options], { encoding: 'utf8' })
  const figure = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)$`, 'm').exec(output)[1])
  return { instantiations: figure('Instantiations'), types: figure('Types') }
}

/** Seconds of the check of each of the files, one after the other in one program. */
export function timeNative(folder, names) {
  configure(folder, names)
  const api = new API({ cwd: folder })
  try {
    const [{ program }] = api.updateSnapshot({ openProjects: [`${folder}/tsconfig.json`] }).getProjects()
    return names.map((name) => {
      const start = performance.now()
      program.getSemanticDiagnostics(`${folder}/${name}`)
      return (performance.now() - start) / 1000
    })
  } finally {
    api.close()
  }
}

function configure(folder, files) {
  const config = pathOf('../../type-tests/tsconfig.json')
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ extends: config, files, include: [] }))
}
