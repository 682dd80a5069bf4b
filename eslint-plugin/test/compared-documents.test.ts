import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { runSuite } from './rule-tester.ts'

const handler = (body: string) => `import mongoose from 'mongoose'
const User = mongoose.model('User', schema)
export const check = async (req, res) => { const user = await User.findById(req.params.id); ${body}; res.end() }`
const made = (uses: string) => handler(`const draft = new User(«req.body»); ${uses}`)
const looked = (uses: string) => handler(`const draft = new User(req.body); ${uses}`)

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write of documents that are only compared',
  messageId: 'unguardedWrite',
  preamble: '',
  bringsOwn: /from 'mongoose'/,
  flagged: {
    'a document that is saved': made('if (draft.name !== user.name) await draft.save()'),
    'one that is saved without its name': handler('await new User(«req.body»).save()'),
    'one that is handed on': made('if (draft.validateSync()) return; await keep(draft)'),
    'one that is handed on in an object': made('await keep({ draft })'),
    'one that is given back': made('return draft'),
    'a copy that is saved': made('await User.create(draft.toObject())'),
    'a copy in a variable': made('const copy = draft.toObject(); res.json(copy); await keep(copy)'),
    'one that is spread': made('await keep({ ...draft })'),
    'one in another variable': made('const other = draft; await other.save()'),
    'one whose method nobody knows': made('await draft.register()'),
    'one whose method is handed on': made('queue.push(draft.save)'),
    'one that nobody reads yet': made(''),
    'one that a queue sends': made('await queue.send(draft)'),
    'one whose content is taken': made('await keep(draft._doc)'),
    'one that another may take the place of': handler(
      'let draft = new User(«req.body»); if (user) { draft = new User(user) } await draft.save()',
    ),
    'one that is saved before another takes its place': handler(
      'let draft = new User(«req.body»); await draft.save(); draft = new User(user); await draft.save()',
    ),
    'one that another is made of': handler('let draft = new User(«req.body»); draft = wrap(draft); await draft.save()'),
    'one that a function may save before another takes its place': handler(
      'let draft = new User(«req.body»); const keep = () => draft.save(); await keep(); draft = new User(user)',
    ),
    'one that is given a value later': handler('let draft; draft = new User(«req.body»); await draft.save()'),
  },
  quiet: {
    'one that another takes the place of before a function keeps it': handler(
      'let draft = new User(req.body); draft = new User(user); await open().then(() => draft.save())',
    ),
    'one that another takes the place of': handler(
      'let draft = new User(req.body); draft.owner = user; await log(); draft = new User(user); await draft.save()',
    ),
    'one that is validated': looked(
      'const error = draft.validateSync(); if (error) return res.status(400).json(error)',
    ),
    'one that is validated later': looked('await draft.validate()'),
    'one whose fields are compared': looked('if (draft.name === user.name && !draft.role) return res.sendStatus(409)'),
    'one whose field is saved': looked('await User.updateOne({ _id: user.id }, { name: draft.name })'),
    'one that is compared as a whole': looked('if (draft.equals(user)) return'),
    'one that is sent back': looked('res.json({ draft, user })'),
    'a copy that is sent back': looked('res.status(200).send(draft.toObject())'),
    'one that is asked for at once': handler('const error = new User(req.body).validateSync(); res.json(error)'),
    'texts that are compared': looked('res.json(JSON.stringify(draft) === JSON.stringify(user))'),
  },
})
