// What the types cost the compiler, beside the same routes in other libraries. TypeScript 6 counts instantiations and
// types exactly and gives the CPU time of the check; with --native TypeScript 7, on one thread, gives its own figures, and
// the time on the clock. Times are medians of five runs (--runs 9: of nine), which take six minutes. Needs
// `npm run build`, and `npm ci` in bench/ for the peers.
//
//   node bench/types/run.mjs            every library and size on TypeScript 6
//   node bench/types/run.mjs --native   the same on TypeScript 7
//   node bench/types/run.mjs --models 100   an application of 100 models, on either
//
// `--sizes 300 --only zod,interface` leaves out the rest.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { countNative, timeNative, withFolder } from './count-native.mjs'
import { count } from './count.mjs'
import { application, files, libraries, peerNames, sizes } from './routes.mjs'

const { values } = parseArgs({
  options: {
    native: { type: 'boolean' },
    models: { type: 'string' },
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

if (values.models) measureApplication(Number(values.models))
else if (values.native) measureNative()
else measure()

function measureApplication(models) {
  console.log(`Three routes for each of ${models} models of 30 paths, which accept 20 of them.\n`)
  console.log('| library | instantiations | a model | types |')
  console.log('|---|---|---|---|')
  for (const library of values.only.split(',')) {
    const { start, routes } = application(library, models)
    const { instantiations, types } = values.native
      ? withFolder({ ...start, ...routes }, (folder) => {
          const without = countNative(folder, Object.keys(start))
          const all = countNative(folder, Object.keys({ ...start, ...routes }))
          return { instantiations: all.instantiations - without.instantiations, types: all.types - without.types }
        })
      : countRoutes(library, start, routes)
    console.log(`| ${[library, instantiations, Math.round(instantiations / models), types].join(' | ')} |`)
  }
}

function countRoutes(library, start, routes) {
  const counted = count(folderOf(library), { ...start, ...routes })
  const errors = counted.flatMap(({ errors }) => errors)
  if (errors.length > 0) throw new Error(`${library}: ${errors[0]}`)
  const added = counted.slice(Object.keys(start).length)
  return { instantiations: sum(added, 'instantiations'), types: sum(added, 'types') }
}

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
  console.log('The same on TypeScript 7, on one thread.\n')
  console.log(
    '| paths | library | start | 10 routes | 50 routes | a further route | types, 50 | s, start | s, 50 routes |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  const counts = new Map()
  const measureOne = (library, size) =>
    withFolder(files(library, size, batches), (folder) => {
      const names = ['start.ts', 'routes0.ts', 'routes1.ts', 'routes2.ts']
      const upTo = (count) => countNative(folder, names.slice(0, count))
      const key = `${library} ${size}`
      // Exact, and so the same in each run.
      if (!counts.has(key)) counts.set(key, [upTo(1), upTo(3), upTo(4)])
      return timeNative(folder, names)
    })
  for (const [size, library, timed] of inTurns(measureOne)) {
    const [start, ten, fifty] = counts.get(`${library} ${size}`)
    const cells = [
      size,
      library,
      start.instantiations,
      ten.instantiations - start.instantiations,
      fifty.instantiations - start.instantiations,
      Math.round((fifty.instantiations - ten.instantiations) / batches[2]),
      fifty.types - start.types,
      median(timed.map(([seconds]) => seconds)).toFixed(2),
      median(timed.map(([, ...seconds]) => seconds.reduce((total, second) => total + second))).toFixed(3),
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
