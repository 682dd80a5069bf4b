// What the types cost the compiler, beside the same routes in other libraries. TypeScript 6 counts instantiations and
// types exactly and gives the CPU time of the check; with --native TypeScript 7, on one thread, gives its own figures.
// Times are medians of five runs (--runs 9: of nine). Needs `npm run build`, and `npm ci` in bench/ for the peers.
//
//   node bench/types/run.mjs            every library and size on TypeScript 6
//   node bench/types/run.mjs --native   the same on TypeScript 7
//
// `--sizes 300 --only zod,interface` leaves out the rest.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { count } from './count.mjs'
import { files, libraries, peerNames, sizes } from './routes.mjs'

const { values } = parseArgs({
  options: {
    native: { type: 'boolean' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: libraries.join() },
    sizes: { type: 'string', default: sizes.join() },
  },
})
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
// The library is found by its own name, which holds inside its own package and not in that of the bench.
const folderOf = (library) =>
  fileURLToPath(new URL(peerNames.includes(library) ? '.' : '../../type-tests/', import.meta.url)).replace(/\/$/, '')
const batches = [1, 9, 40]

if (values.native) measureNative()
else measure()

function measure() {
  console.log('Added by the routes, without what importing the library and declaring the model costs ("start").\n')
  console.log('| paths | library | start | 1 route | 10 routes | 50 routes | a further route | types, 50 | CPU s, 50 |')
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const [size, library, counted] of inTurns((library, size) =>
    count(folderOf(library), files(library, size, batches)),
  )) {
    const [start, ...routes] = counted[0]
    const errors = counted[0].flatMap(({ errors }) => errors)
    if (errors.length > 0) throw new Error(`${library}, ${size} paths: ${errors[0]}`)
    const upTo = (index, what) => sum(routes.slice(0, index + 1), what)
    const cells = [
      size,
      library,
      start.instantiations,
      ...batches.map((_, index) => upTo(index, 'instantiations')),
      Math.round(routes[2].instantiations / batches[2]),
      upTo(2, 'types'),
      median(counted.map(([, ...timed]) => sum(timed, 'seconds'))).toFixed(2),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

function measureNative() {
  console.log('What 50 routes add, on one thread.\n')
  console.log('| paths | library | instantiations | types | s to check "start" | s for the routes |')
  console.log('|---|---|---|---|---|---|')
  const pairOf = (library, size) => {
    const all = files(library, size, batches)
    return [native(library, { 'start.ts': all['start.ts'] }), native(library, all)]
  }
  for (const [size, library, pairs] of inTurns(pairOf)) {
    const [[start, whole]] = pairs
    const cells = [
      size,
      library,
      whole.instantiations - start.instantiations,
      whole.types - start.types,
      median(pairs.map(([{ seconds }]) => seconds)).toFixed(2),
      median(pairs.map(([before, after]) => after.seconds - before.seconds)).toFixed(2),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

/** The libraries of one size take turns, so that what else the machine does slows all of them. */
function* inTurns(measureOne) {
  const chosen = values.only.split(',')
  for (const size of values.sizes.split(',')) {
    const results = chosen.map(() => [])
    for (let run = 0; run < Number(values.runs); run++)
      for (const [index, library] of chosen.entries()) results[index].push(measureOne(library, size))
    for (const [index, library] of chosen.entries()) yield [size, library, results[index]]
  }
}

function sum(list, what) {
  return list.reduce((total, item) => total + item[what], 0)
}

function native(library, sources) {
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
    const options = ['-p', folder, '--singleThreaded', '--extendedDiagnostics']
    const output = execFileSync(process.execPath, [compiler, ...options], { encoding: 'utf8' })
    const figure = (name) => Number(new RegExp(`${name}:\\s+([\\d.]+)`).exec(output)[1])
    return { instantiations: figure('Instantiations'), types: figure('Types'), seconds: figure('Check time') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
