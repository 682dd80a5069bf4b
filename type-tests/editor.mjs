// Asks the language service of TypeScript 6 what an editor shows: completions inside `allow`, and hovers.
import ts from 'typescript'

const directory = new URL('.', import.meta.url).pathname
const file = `${directory}editor-fixture.ts`
const header = `
import express from 'express'
import { Schema, model } from 'mongoose'
import { createGuard, type Validated } from 'mongoose-guard'
import { guard } from 'mongoose-guard/express'
import { guard as guardRoute } from 'mongoose-guard/web'
const address = new Schema({ city: { type: String, required: true }, zip: String })
const User = model('User', new Schema({
  name: { type: String, required: true },
  tags: [String],
  scores: { type: Map, of: Number },
  home: address,
  addresses: [address],
  profile: { links: { github: String, site: String }, bio: String },
}))
const Event = model('Event', new Schema({ at: Date, place: { x: Number, y: Number } }, { discriminatorKey: 'kind' }))
const app = express()
const ready = createGuard(User, { allow: ['name', 'home.city', 'addresses.zip'] })
`
const top = ['__v', '_id', 'addresses', 'home', 'name', 'profile', 'scores', 'tags']

const routeOptions = ['allowNull', 'at', 'check', 'details', 'each', 'extra', 'ignore', 'maxErrors', 'partial', 'rules']

// `|` is where the cursor stands.
const completions = [
  ["createGuard(User, { allow: ['|'] })", top],
  ["createGuard(User, { allow: ['name', '|'] })", top],
  ["createGuard(User, { allow: ['na|'] })", top],
  ["createGuard(User, { allow: ['home.|'] })", ['home.city', 'home.zip']],
  ["createGuard(User, { allow: ['home.c|'] })", ['home.city', 'home.zip']],
  ["createGuard(User, { allow: ['addresses.|'] })", ['addresses._id', 'addresses.city', 'addresses.zip']],
  ["createGuard(User, { allow: ['name', 'profile.|', 'tags'] })", ['profile.bio', 'profile.links']],
  ["createGuard(User, { allow: ['profile.links.|'] })", ['profile.links.github', 'profile.links.site']],
  ["createGuard(User, { allow: ['|'], partial: true })", top],
  ["createGuard(User, { partial: true, allow: ['home.|'] })", ['home.city', 'home.zip']],
  ["createGuard(Event, { allow: ['url', '|'] })", ['__v', '_id', 'at', 'kind', 'place']],
  ["createGuard(Event, { allow: ['place.|'] })", ['place.x', 'place.y']],
  ["guard(User, { allow: ['|'] })", top],
  ["guard(User, { allow: ['profile.links.|'] })", ['profile.links.github', 'profile.links.site']],
  ["app.post('/users', guard(User, { allow: ['home.|'] }), (req, res) => {})", ['home.city', 'home.zip']],
  ["guardRoute(User, { allow: ['home.|'] }, async (req) => Response.json({}))", ['home.city', 'home.zip']],
  ["app.post('/users', guard(User, { allow: ['name', 'home.zip'] }), (req) => req.validated.|)", ['home', 'name']],
  // What every value has.
  ["app.post('/users', guard(User, { allow: ['name'] }), (req) => req.body.|)", ['toString', 'valueOf']],
  ["app.post('/users', (req) => req.validated.|)", []],
  ["createGuard(User, { allow: ['name'], |})", [...routeOptions]],
  ["guard(User, { allow: ['name'], |})", [...routeOptions, 'onReject']],
]

// `|` stands before the name that the pointer is on. A hover shows plain types and none of the library's helpers.
const hovers = [
  [
    "app.post('/users', guard(User, { allow: ['name', 'home.zip', 'addresses.zip'] }), (req) => req.|validated)",
    '{ home?: { zip?: string | undefined; } | undefined; name: string; addresses?: { zip?: string | undefined; }[] | undefined; }',
  ],
  [
    'const |picked = {} as Validated<typeof ready>',
    'const picked: { home?: { city: string; } | undefined; name: string; addresses?: { zip?: string | undefined; }[] | undefined; }',
  ],
  // Of the call itself an editor shows Mongoose's type of the model, in full: that is what is inferred there.
  [
    "const |createUser = guard(User, { allow: ['name', 'home.zip'] })",
    'const createUser: GuardMiddleware<{ home?: { zip?: string | undefined; } | undefined; name: string; }>',
  ],
  [
    "const |partial = createGuard(User, { allow: ['home', 'profile.links.site'], partial: true })",
    'const partial: Guard<{ home?: { city?: string | undefined; zip?: string | undefined; } | undefined; profile?: { links?: { site?: string | undefined; } | undefined; } | undefined; }>',
  ],
]

// One file for all of them, each in a block of its own: a changed file would be checked from the start.
let text = header
const positions = [...completions, ...hovers].map(([code]) => {
  const start = text.length + '{ '.length
  text += `{ ${code.replace('|', '')} }\n`
  return start + code.indexOf('|')
})

const { options } = ts.getParsedCommandLineOfConfigFile(`${directory}tsconfig.json`, {}, ts.sys)
const service = ts.createLanguageService({
  getScriptFileNames: () => [file],
  getScriptVersion: () => '0',
  getScriptSnapshot: (name) => {
    const content = name === file ? text : ts.sys.readFile(name)
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
  },
  getCurrentDirectory: () => directory,
  getCompilationSettings: () => options,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  realpath: ts.sys.realpath,
})

const failures = []
function compare(code, actual, expected) {
  if (actual !== expected) failures.push(`${code}\n  expected ${expected}\n  but got  ${actual}`)
}
for (const [code, expected] of completions) {
  const found = service.getCompletionsAtPosition(file, positions.shift(), {})
  // Without a type to complete from, the service offers the words of the file, which are no completion.
  const names = (found?.entries ?? []).filter(({ kind }) => kind !== 'warning').map(({ name }) => name)
  compare(code, names.sort().join(' '), [...expected].sort().join(' '))
}
for (const [code, expected] of hovers) {
  const found = service.getQuickInfoAtPosition(file, positions.shift(), 0)
  const shown = ts.displayPartsToString(found?.displayParts).replace(/\s+/g, ' ')
  compare(code, shown.replace(/^\(property\) .*?validated: /, ''), expected)
}
if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exit(1)
}
