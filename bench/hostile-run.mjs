// One contestant: is sent the name of a family, answers with what its body did.
import { families } from '../test/hostile/families.ts'
import { targetModel, targetPaths } from '../test/hostile/target.ts'
import { contestants } from './contestants.mjs'
import { target } from './hostile-peers.mjs'

const [libraryPath, name, bytes] = process.argv.slice(2)
const { createGuard } = await import(`${libraryPath}/index.js`)
const model = targetModel()

const checks = {
  guard: () => {
    const guard = createGuard(model, { allow: targetPaths })
    return async (body) => {
      const outcome = await guard.validate(body)
      return outcome.ok ? undefined : outcome.errors
    }
  },
  'new Model().validate': () => async (body) => {
    try {
      await new model(body).validate()
      return undefined
    } catch (error) {
      if (error.errors === undefined) throw error
      return Object.values(error.errors).map(({ path, kind, message }) => ({ path, kind, message }))
    }
  },
  ajv: (check) => (body) => (check(body) ? undefined : check.errors),
  typebox: (check) => (body) => refused(check(body), (answer) => (answer === true ? undefined : answer)),
  'zod 4': (check) => (body) => check(body).error?.issues,
  valibot: (check) => (body) =>
    check(body).issues?.map(({ message, path }) => ({ message, path: path?.map(({ key }) => key) })),
  arktype: (check) => (body) =>
    refused(check(body), (answer) =>
      answer?.summary === undefined ? undefined : [...answer].map(({ message }) => message),
    ),
  joi: (check) => (body) => check(body).error?.details,
  yup: (check) => (body) => refused(check(body), (answer) => (answer instanceof Error ? answer.errors : undefined)),
  'class-validator': (check) => (body) =>
    refused(check(body), (answer) => (Array.isArray(answer) ? answer.map(plain) : undefined)),
  'express-validator': (check) => async (body) =>
    refused(await check(body), (answer) => (Array.isArray(answer) ? answer : undefined)),
}

const refused = (answer, errorsOf) => errorsOf(answer)
const plain = ({ property, constraints, children }) => ({ property, constraints, children: children?.map(plain) })

const peer = contestants.find((one) => one.name === name)
const check = checks[name](/guard|Model/.test(name) ? undefined : peer.make(target, {}))
for (let nth = 0; nth < 200; nth++) await check(JSON.parse(families[nth % 3].text(500)))

process.on('message', async (familyName) => {
  const json = families.find((family) => family.name === familyName).text(Number(bytes))
  const start = process.hrtime.bigint()
  const body = JSON.parse(json)
  const parsed = process.hrtime.bigint()
  try {
    const errors = await check(body)
    const milliseconds = Number(process.hrtime.bigint() - parsed) / 1e6
    const row = { milliseconds, parseMilliseconds: Number(parsed - start) / 1e6, sent: json.length }
    if (errors === undefined) process.send({ ...row, accepted: true })
    else process.send({ ...row, items: errors.length, answerBytes: JSON.stringify({ errors }).length })
  } catch (error) {
    process.send({ failed: `${error.constructor.name}: ${error.message}`.slice(0, 60), survived: true })
  }
})
process.send('ready')
