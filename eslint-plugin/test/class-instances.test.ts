import { noUnguardedFilter } from '../src/rules/no-unguarded-filter.ts'
import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { runTypeScriptSuite } from './rule-tester.ts'

const preamble = `import { Exclude, Expose, instanceToPlain, plainToClass, plainToClassFromExist, plainToInstance } from 'class-transformer'
import { validate, validateOrReject, validateSync } from 'class-validator'
import mongoose from 'mongoose'
const User = mongoose.model('User', schema)
class NewUser { name: string }
`
const route = (body: string) => `router.post('/', async (req, res, next) => { ${body}; res.end() })`
const instance = (options = '') => `const dto = plainToInstance(NewUser, req.body${options}); `
const behind = (middleware: string, given = 'NewUser') => `
const check = (type, whitelist = false, forbidNonWhitelisted = false) => async (req, res, next) => { ${middleware} }
router.post('/', check(${given}), async (req, res) => { res.json(await User.create(req.body)) })`
const marked = (code: string) => code.replace('User.create(req.body)', 'User.create(«req.body»)')
const rejecting = (options: string) => `const dto = plainToInstance(type, req.body)
  validateOrReject(dto, ${options}).then(() => { req.body = dto; next() }).catch((errors) => next(errors))`
const refusing = (options: string) => `const errors = await validate(plainToInstance(type, req.body), ${options})
  if (errors.length > 0) return res.status(400).json(errors)
  next()`

runTypeScriptSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write, of instances that class-transformer makes',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  flagged: {
    'an instance, which keeps unknown fields': route(`${instance()}await User.create(«dto»)`),
    'one that is made in the call': route('await User.create(«plainToClass(NewUser, req.body)»)'),
    'one that is filled': route('await User.create(«plainToClassFromExist(new NewUser(), req.body)»)'),
    'a plain object of an instance': route(`${instance()}await User.create(«instanceToPlain(dto)»)`),
    'options that say something else': route(
      `${instance(', { enableImplicitConversion: true, excludeExtraneousValues: false }')}await User.create(«dto»)`,
    ),
    'a class that excludes one field': `class Hidden { @Exclude() role: string; name: string }
      ${route('await User.create(«plainToInstance(Hidden, req.body)»)')}`,
    'validated without a whitelist': route(`${instance()}await validateOrReject(dto); await User.create(«dto»)`),
    'validated with a whitelist that is off': route(
      `${instance()}await validateOrReject(dto, { whitelist: false }); await User.create(«dto»)`,
    ),
    'a body that another object was made of, and stripped': route(
      `${instance()}await validateOrReject(dto, { whitelist: true }); await User.create(«req.body»)`,
    ),
    'a middleware that leaves an instance on the request': marked(
      behind('req.body = plainToInstance(type, req.body); await validateOrReject(req.body); next()'),
    ),
    'a middleware that strips only if it is told to': marked(behind(rejecting('{ whitelist, forbidNonWhitelisted }'))),
    'a middleware that is told not to': marked(behind(rejecting('{ whitelist }'), 'NewUser, false')),
    'a middleware that strips what it throws away': marked(behind(refusing('{ whitelist: true }'))),
    'a middleware that validates': marked(behind(refusing('{ skipMissingProperties: true }'))),
    'a middleware that does not wait for its answer': marked(
      behind('validate(plainToInstance(type, req.body), { whitelist: true, forbidNonWhitelisted: true }); next()'),
    ),
  },
  quiet: {
    'an instance of what the class names': route(
      `${instance(', { excludeExtraneousValues: true }')}await User.create(dto)`,
    ),
    'by options in a constant': `const only = { excludeExtraneousValues: true }
      ${route(`${instance(', only')}await User.create(dto)`)}`,
    'by options that are not known': route(`${instance(', options')}await User.create(dto)`),
    'by the strategy': route(`${instance(", { strategy: 'excludeAll' }")}await User.create(dto)`),
    'a class that excludes all but what it exposes': `@Exclude() class Shown { @Expose() name: string }
      ${route('await User.create(plainToInstance(Shown, req.body))')}`,
    'a subclass of such a class': `@Exclude() class Base { @Expose() id: string }
      class Shown extends Base { @Expose() name: string }
      ${route('await User.create(plainToInstance(Shown, req.body))')}`,
    'a class that nobody knows': `import { Other } from 'dtos'
      ${route('await User.create(plainToInstance(Other, req.body))')}`,
    'an instance of named fields': route(
      'await User.create(plainToInstance(NewUser, { name: req.body.name, at: new Date() }))',
    ),
    'stripped by a whitelist': route(
      `${instance()}await validateOrReject(dto, { whitelist: true }); await User.create(dto)`,
    ),
    'stripped by a whitelist, without a promise': route(
      `${instance()}const errors = validateSync(dto, { whitelist: true }); if (errors.length) return res.end(); await User.create(dto)`,
    ),
    'refused by a whitelist': route(
      `${instance()}const errors = await validate(dto, { whitelist: true, forbidNonWhitelisted: true }); if (errors.length > 0) throw errors; await User.create(req.body)`,
    ),
    'stripped by a helper of the house': `const strip = (dto) => validateOrReject(dto, { whitelist: true })
      ${route(`${instance()}await strip(dto); await User.create(dto)`)}`,
    'given to what may validate': `import { validateDto } from 'house'
      ${route(`${instance()}await validateDto(dto); await User.create(dto)`)}`,
    'an instance that is filled by hand, and stripped': route(
      'const dto = Object.assign(new NewUser(), req.body); await validateOrReject(dto, { whitelist: true }); await User.create(dto)',
    ),
    'a middleware that leaves what the class names': behind(
      'req.body = plainToInstance(type, req.body, { excludeExtraneousValues: true }); await validateOrReject(req.body); next()',
    ),
    'a middleware that strips what it leaves': behind(
      'req.body = plainToInstance(type, req.body); await validateOrReject(req.body, { whitelist: true }); next()',
    ),
    'a middleware that is told to strip': behind(rejecting('{ whitelist, forbidNonWhitelisted }'), 'NewUser, true'),
    'a middleware that leaves a stripped instance': behind(rejecting('{ whitelist: true }')),
    'a middleware that refuses': behind(refusing('{ whitelist: true, forbidNonWhitelisted: true }')),
    'a middleware that is told to refuse': behind(
      refusing('{ whitelist, forbidNonWhitelisted }'),
      'NewUser, true, true',
    ),
    'a middleware that refuses by a promise': behind(
      `validate(plainToInstance(type, req.body), { whitelist: true, forbidNonWhitelisted: true }).then((errors) => {
        if (errors.length > 0) res.status(400).json(errors)
        else next()
      })`,
    ),
    'a middleware that refuses by a rejected promise': behind(
      'await validateOrReject(plainToInstance(type, req.body), { whitelist: true, forbidNonWhitelisted: true }); next()',
    ),
    'a middleware that refuses by a promise, and goes on after it': behind(
      `validateOrReject(plainToInstance(type, req.body), { whitelist: true, forbidNonWhitelisted: true }).then(() => next()).catch(next)`,
    ),
  },
})

const copying = (body: string) => `${preamble}class NewPost { constructor(data, options) { ${body} } }\n`
const post = 'await User.create(«new NewPost(req.body)»)'

runTypeScriptSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write, of classes that copy what they are made of',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  flagged: {
    'Object.assign() in the constructor': copying('Object.assign(this, data)') + route(post),
    'an instance in a variable': `${copying('Object.assign(this, data)')}${route('const post = new NewPost(req.body); await User.create(«post»)')}`,
    'a spread beside a default': copying("Object.assign(this, { state: 'new', ...data })") + route(post),
    'a parameter with a default and a type': `${preamble}class NewPost { constructor(data: Partial<NewPost> = {}) { Object.assign(this, data) } }\n${route(post)}`,
    'lodash, and an argument after another': `import _ from 'lodash'\n${copying('_.merge(this, options)')}${route('await User.create(«new NewPost(1, req.body)»)')}`,
    'a class that throws at keys to refuse':
      copying(
        "for (const key of Object.keys(data)) if (['role'].includes(key)) throw new Error(key); Object.assign(this, data)",
      ) + route(post),
    'a body that another object was made of, and stripped': `${copying('Object.assign(this, data)')}${route('const post = new NewPost(req.body); await validateOrReject(post, { whitelist: true }); await User.create(«req.body»)')}`,
  },
  quiet: {
    'a class that takes its fields by their names':
      copying('this.name = data.name') + route(post.replaceAll(/[«»]/g, '')),
    'a class that copies another argument':
      copying('Object.assign(this, options)') + route(post.replaceAll(/[«»]/g, '')),
    'a copy to another object': copying('this.data = Object.assign({}, data)') + route(post.replaceAll(/[«»]/g, '')),
    'a class that may validate':
      copying('validate(data); Object.assign(this, data)') + route(post.replaceAll(/[«»]/g, '')),
    'a class that throws at keys which its list does not have': `${preamble}class NewPost { static FIELDS = ['name', 'text']; constructor(data) { const unknown = Object.keys(data).filter((key) => !NewPost.FIELDS.includes(key)); if (unknown.length) throw new Error('unknown'); Object.assign(this, data) } }\n${route(post.replaceAll(/[«»]/g, ''))}`,
    'a class that throws in a loop over the keys':
      copying(
        "for (const key of Object.keys(data)) if (!['name', 'text'].includes(key)) throw new Error(key); Object.assign(this, data)",
      ) + route(post.replaceAll(/[«»]/g, '')),
    'stripped by a whitelist': `${copying('Object.assign(this, data)')}${route('const post = new NewPost(req.body); await validateOrReject(post, { whitelist: true }); await User.create(post)')}`,
  },
})

runTypeScriptSuite(noUnguardedFilter, {
  rule: 'no-unguarded-filter, of instances that class-transformer makes',
  messageId: 'unguardedFilter',
  preamble,
  bringsOwn: /from 'mongoose'/,
  flagged: {},
  quiet: {
    'a validated instance': route(
      `${instance()}await validateOrReject(dto); res.json(await User.findOne({ email: dto.email }))`,
    ),
  },
})
