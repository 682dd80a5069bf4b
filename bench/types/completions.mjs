// How long the language service takes for the completions in `allow`, in an application of 100 models (--models 20: of 20):
// the first, for which it checks what the file imports, and those after a key was pressed. Beside them stand those of a
// file that has no guard, `SomeModel.create({ … })`, which is what Mongoose's own types cost after any key. They take turns,
// and the figures are medians. TypeScript 6, or another package (--compiler typescript59). Needs `npm run build`.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { application } from './routes.mjs'

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: '100' },
    compiler: { type: 'string', default: 'typescript' },
    keys: { type: 'string', default: '12' },
  },
})
const ts = createRequire(import.meta.url)(values.compiler)
const directory = fileURLToPath(new URL('../../type-tests/', import.meta.url))
const { start, routes } = application('new Schema()', Number(values.models))
const texts = new Map(Object.entries({ ...start, ...routes }).map(([name, text]) => [`${directory}${name}`, text]))
const versions = new Map()

const { options } = ts.getParsedCommandLineOfConfigFile(`${directory}tsconfig.json`, {}, ts.sys)
const service = ts.createLanguageService({
  getScriptFileNames: () => [...texts.keys()],
  getScriptVersion: (name) => String(versions.get(name) ?? 0),
  getScriptSnapshot: (name) => {
    const text = texts.get(name) ?? ts.sys.readFile(name)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  getCurrentDirectory: () => directory,
  getCompilationSettings: () => options,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => texts.has(name) || ts.sys.fileExists(name),
  readFile: (name) => texts.get(name) ?? ts.sys.readFile(name),
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  realpath: ts.sys.realpath,
})

/** Writes the text into the file of a model's routes, and gives the milliseconds of CPU time of the completions at `|`. */
function complete(text) {
  const file = `${directory}routes0.ts`
  texts.set(file, text.replace('|', ''))
  versions.set(file, (versions.get(file) ?? 0) + 1)
  const before = process.cpuUsage()
  const found = service.getCompletionsAtPosition(file, text.indexOf('|'), {})
  const { user, system } = process.cpuUsage(before)
  const { length } = (found?.entries ?? []).filter(({ kind }) => kind !== 'warning')
  if (length < 10) throw new Error(`${length} completions in ${text}`)
  return (user + system) / 1000
}

const inAllow = (typed) => complete(routes['routes0.ts'].replace("allow: ['", `allow: ['${typed}|', '`))
const withoutGuard = (typed) => complete(`import { SomeModel } from './model0.ts'\nSomeModel.create({ ${typed}| })\n`)
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]

console.log(`in allow, first: ${inAllow('').toFixed(0)} ms`)
const times = { guarded: [], plain: [] }
for (let key = 0; key < Number(values.keys); key++) {
  const typed = 'm0f'.slice(0, key % 4)
  times.guarded.push(inAllow(typed))
  times.plain.push(withoutGuard(typed))
}
// What is compiled and collected on the way belongs to neither.
const [guarded, plain] = [times.guarded, times.plain].map((list) => median(list.slice(2)))
console.log(`after a key, in allow: ${guarded.toFixed(0)} ms`)
console.log(`after a key, in a file without a guard: ${plain.toFixed(0)} ms`)
console.log(`in allow beyond that: ${(guarded - plain).toFixed(0)} ms, ${(guarded / plain).toFixed(2)} times`)
