import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { type Cases, runSuite } from './rule-tester.ts'

const preamble = `import mongoose from 'mongoose'
import xss, { FilterXSS } from 'xss'
import sanitizeHtml from 'sanitize-html'
import DOMPurify from 'isomorphic-dompurify'
import _ from 'lodash'
const User = mongoose.model('User', schema)
`
const texts = `function sanitize(obj) {
  if (typeof obj === 'string') return xss(obj)
  if (Array.isArray(obj)) return obj.map(sanitize)
  if (obj !== null && typeof obj === 'object') for (const key in obj) obj[key] = sanitize(obj[key])
  return obj
}`
const throughJson = `const clean = (data) => {
  data = sanitizeHtml(JSON.stringify(data))
  return JSON.parse(data)
}`
/** A route behind a middleware that gives its request what a function makes of the body. */
const behind = (made: string, saved: string, fn = texts) =>
  `${fn}\nconst step = (req, res, next) => { if (req.body) { req.body = ${made} } next() }\nrouter.post('/', step, async (req, res) => { res.json(await User.create(${saved})) })`

const flagged: Cases = {
  'texts that are cleaned in their places': behind('sanitize(req.body)', '«req.body»'),
  'a text of JSON that is cleaned': behind('clean(req.body)', '«req.body»', throughJson),
  'texts that DOMPurify cleans': behind(
    'sanitize(req.body)',
    '«req.body»',
    texts.replace('xss(obj)', 'DOMPurify.sanitize(obj)'),
  ),
  'texts that are trimmed': behind('sanitize(req.body)', '«req.body»', texts.replace('xss(obj)', 'obj.trim()')),
}
const quiet: Cases = {
  'a function that nobody knows': behind('cleaned(req.body)', 'req.body'),
  'a choice of fields': behind("sanitize(_.pick(req.body, ['name']))", 'req.body'),
  'keys that are left out': behind(
    'sanitize(req.body)',
    'req.body',
    texts.replace('return obj\n}', 'delete obj.role\n  return obj\n}'),
  ),
  'a check': behind('sanitize(req.body)', 'req.body', texts.replace('return obj\n}', 'validate(obj)\n  return obj\n}')),
  'something else in one way': behind(
    'sanitize(req.body)',
    'req.body',
    texts.replace('return obj\n}', 'return fields(obj)\n}'),
  ),
}

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write behind what cleans the texts of a body',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet,
  flagged,
})
