import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { runSuite } from './rule-tester.ts'

const behind = (cache: string, saved: string) => `import mongoose from 'mongoose'
${cache}
router.post('/:kind', async (req, res) => { ${saved}; res.end() })`
const filled = (made: string) =>
  `const cache = {}\nconst of = (name) => { if (!cache[name]) cache[name] = ${made}; return cache[name] }`
const inClass = (made: string) =>
  `class Models { static cache = {}\nstatic of(name) { if (!this.cache[name]) this.cache[name] = ${made}; return Models.cache[name] } }`
const model = 'mongoose.model(name, schema)'

const inMap = (made: string) =>
  `const cache = new Map()\nconst of = (name) => { if (!cache.has(name)) cache.set(name, ${made}); return cache.get(name) }`

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write of models in a cache',
  messageId: 'unguardedWrite',
  preamble: '',
  bringsOwn: /from 'mongoose'/,
  flagged: {
    'an object that a function fills': behind(filled(model), "await of('User').create(«req.body»)"),
    'a static member that a method fills': behind(inClass(model), "await Models.of('User').create(«req.body»)"),
    'a map': behind(inMap(model), "await of('User').create(«req.body»)"),
    'an object that is read itself': behind(filled(model), 'await cache[req.params.kind].create(«req.body»)'),
  },
  quiet: {
    'an object that is filled with others': behind(filled('new Map()'), "await of('User').create(req.body)"),
    'a static member that is filled with others': behind(
      inClass('new Map()'),
      "await Models.of('User').create(req.body)",
    ),
    'a map of others': behind(inMap('new Map()'), "await of('User').create(req.body)"),
    'a map that nothing fills': behind('const cache = new Map()', "await cache.get('User').create(req.body)"),
    'an object that is filled with both': behind(
      `const both = {}; both[one] = mongoose.model('User', schema); both[two] = new Map()`,
      'await both[req.params.kind].create(req.body)',
    ),
    'a field of a model in an object': behind(filled(model), "await of('User').create({ name: req.body.name })"),
  },
})
