// What stands below the figures whose aims are not met, side by side in one process: `node floors.mjs <rounds> <library>`,
// JSON to stdout. Each row has an aim, the guard, and the least that its work costs without the guard: code that somebody
// wrote by hand for this one route, a file that does nothing. Code by hand is measured
// only if it gives the guard's answer to each body.
import { deepStrictEqual } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mongooseModel } from './contestants.mjs'
import { median } from './median.mjs'
import { workloads } from './workloads.mjs'

const [rounds, library] = process.argv.slice(2)
const { createGuard } = await import(`${library}/index.js`)
const bodyRounds = 10 * Number(rounds)
const sink = { last: undefined }

// --- Code by hand

const { username, email, role, age } = workloads.signUp.fields
const invalid = (path, message, rule) => ({ code: 'invalid_value', path, message, rule })
const wrongType = (path, type, value) => {
  return { code: 'invalid_type', path, message: `Expected ${type}, received ${value === null ? 'null' : typeof value}` }
}
const tooShort = (path, value, least) =>
  invalid(
    path,
    `Path \`${path}\` (\`${value}\`, length ${value.length}) is shorter than the minimum allowed length (${least}).`,
    'minlength',
  )
const tooLong = (path, value, most) =>
  invalid(path, `Path \`${path}\` (\`${value}\`) is longer than the maximum allowed length (${most}).`, 'maxlength')
const missing = (path) => invalid(path, `Path \`${path}\` is required.`, 'required')

function lengthError(path, value, least, most) {
  if (typeof value !== 'string') return value === undefined ? missing(path) : wrongType(path, 'string', value)
  if (value === '') return missing(path)
  return value.length < least
    ? tooShort(path, value, least)
    : value.length > most
      ? tooLong(path, value, most)
      : undefined
}

function emailError(value) {
  if (typeof value !== 'string') return value === undefined ? missing('email') : wrongType('email', 'string', value)
  if (value === '') return missing('email')
  return email.pattern.test(value) ? undefined : invalid('email', `Path \`email\` is invalid (${value}).`, 'regexp')
}

function roleError(value) {
  if (value === undefined) return undefined
  if (typeof value !== 'string') return wrongType('role', 'string', value)
  if (role.values.includes(value)) return undefined
  return invalid('role', `\`${value}\` is not a valid enum value for path \`role\`.`, 'enum')
}

function ageError(value) {
  if (value === undefined) return undefined
  if (typeof value !== 'number') return wrongType('age', 'number', value)
  if (value < age.min)
    return invalid('age', `Path \`age\` (${value}) is less than minimum allowed value (${age.min}).`, 'min')
  if (value > age.max)
    return invalid('age', `Path \`age\` (${value}) is more than maximum allowed value (${age.max}).`, 'max')
  return undefined
}

const isField = (key) => key === 'username' || key === 'email' || key === 'password' || key === 'role' || key === 'age'

/** The sign-up, checked by code for this one route. */
function signUpByHand(body) {
  const errors = []
  const add = (error) => {
    if (error !== undefined) errors.push(error)
  }
  const { username: name, email: mail, password, role: asked, age: years } = body
  add(lengthError('username', name, username.min, username.max))
  add(emailError(mail))
  add(lengthError('password', password, 8, 72))
  add(roleError(asked))
  add(ageError(years))
  for (const key in body) {
    if (!isField(key)) errors.push({ code: 'forbidden_field', path: key, message: 'Field is not allowed' })
  }
  if (errors.length > 0) return { ok: false, errors }
  const validated = { username: name, email: mail, password }
  if (asked !== undefined) validated.role = asked
  if (years !== undefined) validated.age = years
  return { ok: true, validated }
}

async function asynchronousByHand(body) {
  const isGood = workloads.asynchronous.fields.username.check(body.username)
  const outcome = signUpByHand(body)
  return (await isGood) ? outcome : { ok: false, errors: [] }
}

/** Two of sixty fields: a `case` for each, and an object that gets its keys one by one, by their names. */
function patchByHand(fields) {
  const test = ({ kind, min, max, values }) => {
    if (kind === 'text' && values)
      return `typeof v !== 'string' || ${values.map((one) => `v !== '${one}'`).join(' && ')}`
    if (kind === 'text') return `typeof v !== 'string' || v.length < ${min} || v.length > ${max}`
    return kind === 'number' ? `typeof v !== 'number' || v < ${min} || v > ${max}` : `typeof v !== '${kind}'`
  }
  const names = Object.keys(fields)
  const text = `let ${names}
  for (const key in body) {
    const v = body[key]
    switch (key) {
      ${names.map((name) => `case '${name}': if (${test(fields[name])}) return; ${name} = v; break`).join('\n')}
      default: return
    }
  }
  const validated = {}
  ${names.map((name) => `if (${name} !== undefined) validated.${name} = ${name}`).join('\n')}
  return { ok: true, validated }`
  return new Function('body', text)
}

// --- Bodies, against JSON.parse of the same text

/** A loop of its own for each, with a text of its own: V8 shares code and type feedback between equal texts. */
function loopOf({ call, isAsync }, nth) {
  const text = isAsync
    ? `return (async () => { for (let i = 0; i < count; i++) sink.last = await call(inputs[i]) })() // ${nth}`
    : `for (let i = 0; i < count; i++) sink.last = call(inputs[i]) // ${nth}`
  return new Function('call', 'inputs', 'count', 'sink', text)
}

let loops = 0

/** The medians of the ratio to JSON.parse. Contestants take turns, and every call gets a body that was just parsed. */
async function compare(texts, contestants) {
  const all = contestants.map((one) => ({ ...one, loop: loopOf(one, ++loops) }))
  const count = 256
  const ratios = all.map(() => [])
  for (let round = -bodyRounds; round < bodyRounds; round++) {
    const batch = Array.from({ length: count }, (_, nth) => texts[(Math.abs(round) * 7 + nth) % texts.length])
    const times = []
    for (let turn = 0; turn < all.length; turn++) {
      const index = (turn + Math.abs(round)) % all.length
      const { loop, call, isParse } = all[index]
      const inputs = isParse ? batch : batch.map((text) => JSON.parse(text))
      const start = process.hrtime.bigint()
      await loop(call, inputs, count, sink)
      times[index] = Number(process.hrtime.bigint() - start)
    }
    // The first half warms up.
    if (round >= 0) for (const [index, time] of times.entries()) ratios[index].push(time / times[0])
  }
  return ratios.map(median)
}

const parse = { call: JSON.parse, isParse: true }

async function bodyRow({ what, aim, workload, corpus, floor, why, byHand, isAsync = false }) {
  const { fields, partial = false, texts } = workloads[workload]
  const guard = createGuard(mongooseModel({ fields }), { allow: Object.keys(fields), partial })
  const floorCall = byHand(fields, guard)
  for (const text of texts[corpus]) {
    const [ours, theirs] = [await guard.validate(JSON.parse(text)), await floorCall(JSON.parse(text))]
    deepStrictEqual(theirs, ours)
  }
  const contestants = [parse, { call: (body) => guard.validate(body), isAsync }, { call: floorCall, isAsync }]
  const [, ours, least] = await compare(texts[corpus], contestants)
  return { what, aim, ours, least, unit: '× JSON.parse', floor, why }
}

const hand = 'the same answer by code for this one route'

const bodyRows = [
  {
    what: 'one error, sign-up',
    aim: 1,
    workload: 'signUp',
    corpus: 'one error',
    floor: hand,
    why: 'the walker looks up, for any schema, what code for one route has in its text; to generate the errors as well would be to decide in two places',
    byHand: () => signUpByHand,
  },
  {
    what: 'ten errors, sign-up',
    aim: 1.5,
    workload: 'signUp',
    corpus: 'ten errors',
    floor: hand,
    why: 'as above, for each rule that fails',
    byHand: () => signUpByHand,
  },
  {
    what: 'one asynchronous validator',
    aim: 2,
    workload: 'asynchronous',
    corpus: 'one shape',
    floor: hand,
    why: 'all rules of the path run again in Mongoose’s order, for no more than a hundred pending rules of a body and no unhandled rejection',
    byHand: () => asynchronousByHand,
    isAsync: true,
  },
  {
    what: 'PATCH, 2 of 60 fields',
    aim: 0.35,
    workload: 'patch',
    corpus: 'one shape',
    floor: hand,
    why: 'the keys are counted first, and each is preceded by the test that the rules of its field were not changed',
    byHand: patchByHand,
  },
]

// --- Starts of processes

/** The library's own code in a function that is never called: V8 has to read it, and nothing else happens. */
function writeIdle(folder) {
  const files = ['express.js', ...readdirSync(library).filter((name) => /^chunk-.*\.js$/.test(name))]
  const entry = readFileSync(join(library, 'express.js'), 'utf8')
  const read = files.filter((name) => name === 'express.js' || entry.includes(name))
  // A block for each file, as two may declare the same name.
  const blocks = read.map((name) => `{\n${withoutExports(readFileSync(join(library, name), 'utf8'))}\n}`)
  writeFileSync(join(folder, 'idle.mjs'), `export function idle() {\n${blocks.join('\n')}\n}\n`)
  writeFileSync(join(folder, 'empty.mjs'), 'export {}\n')
}

const withoutExports = (code) => code.replace(/^(?:import|export) (?:\{[^}]*\}|"[^"]*")(?: from "[^"]*")?;?$/gm, '')

const child = `
const { default: mongoose } = await import(${JSON.stringify(import.meta.resolve('mongoose'))})
const cpu = async (work) => {
  const before = process.cpuUsage()
  const made = await work()
  const { user, system } = process.cpuUsage(before)
  return [(user + system) / 1000, made]
}
const modelOf = (name) => mongoose.model(name, new mongoose.Schema({ name: { type: String, required: true, minlength: 2 }, email: { type: String, required: true } }))
const models = [modelOf('First'), modelOf('Second')]
const [imported, { guard }] = await cpu(() => import(process.argv[1]))
const times = { imported }
if (guard !== undefined) {
  for (const [nth, Model] of models.entries()) {
    const [created, made] = await cpu(() => guard(Model, { allow: ['name', 'email'] }))
    const req = { body: { name: 'Ada', email: 'ada@example.org' } }
    const [answered] = await cpu(() => new Promise((done) => made(req, { locals: {} }, done)))
    times['created' + nth] = created
    times['answered' + nth] = answered
  }
}
process.stdout.write(JSON.stringify(times), () => process.exit(0))`

const application = `
const { default: mongoose } = await import(${JSON.stringify(import.meta.resolve('mongoose'))})
const { createGuard } = await import(process.argv[1])
const { Schema } = mongoose
const text = { type: String, maxlength: 100 }
const fields = () => ({
  name: { ...text, required: true }, email: { type: String, match: /@/ }, age: { type: Number, min: 0 },
  role: { type: String, enum: ['reader', 'author'] }, address: { street: text, city: text, zip: text },
  tags: [String], items: [new Schema({ sku: text, quantity: { type: Number, min: 1 } })],
  placedAt: Date, owner: Schema.Types.ObjectId, active: Boolean, title: text, body: text, locale: text, score: Number,
})
const paths = ['age', 'role', 'tags', 'placedAt', 'owner', 'active', 'title', 'body', 'locale', 'score']
const times = ['first', 'again'].map((half) => {
  const models = Array.from({ length: 100 }, (_, nth) => mongoose.model(half + nth, new Schema(fields())))
  const before = process.cpuUsage()
  for (const model of models)
    for (const [nth, path] of paths.entries())
      createGuard(model, { allow: ['name', 'email', 'address.city', 'items', path], partial: nth % 2 === 1 })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
})
process.stdout.write(JSON.stringify(times), () => process.exit(0))`

/** All guards of an application, which it creates while it starts. */
function applicationRow(runs) {
  const flags = ['--input-type=module', '--eval', application, join(library, 'index.js')]
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  const samples = Array.from({ length: runs }, () => JSON.parse(execFileSync(process.execPath, flags, { cwd })))
  return {
    what: '100 models of 20 paths × 10 guards',
    aim: 150,
    ours: median(samples.map(([first]) => first)),
    least: median(samples.map(([, again]) => again)),
    unit: 'ms of CPU',
    floor: 'the same again, for another 100 models',
    why: 'V8 compiles what is called most, on another core where there is one',
  }
}

function startRows(runs) {
  const folder = mkdtempSync(join(tmpdir(), 'mongoose-guard-bench-'))
  writeIdle(folder)
  const files = { ours: join(library, 'express.js'), idle: join(folder, 'idle.mjs'), empty: join(folder, 'empty.mjs') }
  const samples = { ours: [], idle: [], empty: [] }
  const names = Object.keys(files)
  try {
    for (let run = 0; run < runs; run++) {
      for (let turn = 0; turn < names.length; turn++) {
        const name = names[(turn + run) % names.length]
        const flags = ['--input-type=module', '--eval', child, files[name]]
        samples[name].push(
          JSON.parse(execFileSync(process.execPath, flags, { cwd: fileURLToPath(new URL('.', import.meta.url)) })),
        )
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  const of = (name, step) => median(samples[name].map((times) => times[step]))
  const unit = 'ms of CPU'
  const warm = 'the same again, for a second model'
  const lazily = 'V8 compiles each function when it is first called; the rest of the process has it for nothing'
  return [
    {
      what: 'import of `mongoose-guard/express`',
      aim: 3,
      ours: of('ours', 'imported'),
      least: of('idle', 'imported'),
      unit,
      floor: `the same code in a function that is never called (an empty file: ${of('empty', 'imported').toFixed(1)} ms)`,
      why: 'V8 reads all of a file before it runs any of it',
    },
    {
      what: 'first `guard()`',
      aim: 1,
      ours: of('ours', 'created0'),
      least: of('ours', 'created1'),
      unit,
      floor: warm,
      why: lazily,
    },
    {
      what: 'its first body',
      aim: 1,
      ours: of('ours', 'answered0'),
      least: of('ours', 'answered1'),
      unit,
      floor: warm,
      why: lazily,
    },
  ]
}

const rows = [...startRows(Number(rounds)), applicationRow(Number(rounds))]
for (const row of bodyRows) rows.push(await bodyRow(row))
process.stdout.write(JSON.stringify(rows), () => process.exit(0))
