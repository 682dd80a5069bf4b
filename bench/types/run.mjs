// What the types cost the compiler, beside the same routes in other libraries. TypeScript 6 counts instantiations and
// types exactly and gives the CPU time of the check; TypeScript 7 gives its own check time. Needs `npm run build`, and
// `npm ci` in bench/ for the peers.
//
//   node bench/types/run.mjs            every library and size on TypeScript 6
//   node bench/types/run.mjs --native   and the check time of TypeScript 7
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { count } from './count.mjs'
import { files, libraries, peerNames, sizes } from './routes.mjs'

// The library is found by its own name, which holds inside its own package and not in that of the bench.
const folderOf = (library) =>
  fileURLToPath(new URL(peerNames.includes(library) ? '.' : '../../type-tests/', import.meta.url)).replace(/\/$/, '')
const routeCounts = [1, 10, 50]
const batches = [1, 9, 40]

console.log('Added by the routes, without what importing the library and declaring the model costs ("start").\n')
console.log('| paths | library | start | 1 route | 10 routes | 50 routes | a further route | types, 50 | CPU s, 50 |')
console.log('|---|---|---|---|---|---|---|---|---|')
for (const size of sizes)
  for (const library of libraries) {
    const [start, ...routes] = count(folderOf(library), files(library, size, batches))
    const errors = [start, ...routes].flatMap((counted) => counted.errors)
    if (errors.length > 0) throw new Error(`${library}, ${size} paths: ${errors[0]}`)
    const upTo = (index, what) => routes.slice(0, index + 1).reduce((sum, route) => sum + route[what], 0)
    const cells = [
      size,
      library,
      start.instantiations,
      ...routeCounts.map((_, index) => upTo(index, 'instantiations')),
      Math.round(routes[2].instantiations / batches[2]),
      upTo(2, 'types'),
      upTo(2, 'seconds').toFixed(2),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }

if (process.argv.includes('--native')) {
  console.log('\nCheck time of TypeScript 7 in seconds, best of three.\n')
  console.log('| paths | library | start | with 50 routes | added |')
  console.log('|---|---|---|---|---|')
  for (const size of sizes)
    for (const library of libraries) {
      const all = files(library, size, batches)
      const start = nativeCheckTime(library, { 'start.ts': all['start.ts'] })
      const whole = nativeCheckTime(library, all)
      console.log(`| ${size} | ${library} | ${start} | ${whole} | ${(whole - start).toFixed(2)} |`)
    }
}

function nativeCheckTime(library, sources) {
  const folder = `${folderOf(library)}/native-bench`
  mkdirSync(folder, { recursive: true })
  try {
    for (const [name, text] of Object.entries(sources)) writeFileSync(`${folder}/${name}`, text)
    writeFileSync(
      `${folder}/tsconfig.json`,
      JSON.stringify({
        extends: fileURLToPath(new URL('../../type-tests/tsconfig.json', import.meta.url)),
        include: ['*.ts'],
      }),
    )
    const compiler = fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url))
    const times = [1, 2, 3].map(() => {
      const output = execFileSync(process.execPath, [compiler, '-p', folder, '--extendedDiagnostics'], {
        encoding: 'utf8',
      })
      return Number(/Check time:\s+([\d.]+)s/.exec(output)[1])
    })
    return Math.min(...times)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
