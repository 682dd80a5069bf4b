// How long the language service of TypeScript 6 takes for the completions in `allow`, in an application of 100 models
// (--models 20: of 20): the first, for which it checks what the file imports, and those after a key was pressed.
// Needs `npm run build`.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { application } from './routes.mjs'

const { values } = parseArgs({ options: { models: { type: 'string', default: '100' } } })
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
  return `${((user + system) / 1000).toFixed(0)} ms`
}

const inAllow = (typed) => complete(routes['routes0.ts'].replace("allow: ['", `allow: ['${typed}|', '`))
const ofModel = (typed) => complete(`import { SomeModel } from './model0.ts'\nSomeModel.${typed}|\n`)
console.log(`in allow, first: ${inAllow('')}`)
console.log(`after a key: ${['m', 'm0', 'm0f', 'm0f99'].map(inAllow).join(', ')}`)
// What Mongoose's types cost after any key, in a file without a guard.
console.log(`of the members of a model: ${['', 'f', 'fi', 'fin'].map(ofModel).join(', ')}`)
