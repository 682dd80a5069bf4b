import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { runSuite, runTypeScriptSuite } from './rule-tester.ts'

const models = `import mongoose from 'mongoose'
const User = mongoose.model('User', schema)
`
const handler = (body: string, parameters = 'req, res') => `${models}
export const update = async (${parameters}) => { ${body}; res.end() }`
const service = (call: string, filter = 'key') => `${models}
const save = async (key, data) => User.updateOne(${filter}, data)
export const update = async (req, res) => { ${call}; res.end() }`

const suite = { messageId: 'unguardedWrite', preamble: '', bringsOwn: /from 'mongoose'/ }

runSuite(noUnguardedWrite, {
  ...suite,
  rule: 'no-unguarded-write of updates with an id in the place of a filter',
  flagged: {
    'a filter by the id': handler('await User.updateOne({ _id: req.params.id }, «req.body»)'),
    'a method that takes an id': handler('await User.findByIdAndUpdate(req.params.id, «req.body»)'),
    'a filter of the body': handler('await User.updateOne(req.body.filter, «req.body.data»)'),
    'a filter in the query': handler('await User.updateOne(req.query.filter, «req.body»)'),
    'a filter that only a caller knows': `${models}export const update = (filter) => async (req, res) => {
      await User.updateOne(filter, «req.body»); res.end() }`,
    'what may be absent': handler('await User.updateOne(req.user.id, «req.body»)'),
    nothing: handler('await User.updateOne(undefined, «req.body»)'),
    'null, which Mongoose 8 takes for all': handler('await User.updateMany(null, «req.body»)'),
    'an id that a method which finds takes': handler(
      'await User.findOneAndUpdate(new mongoose.Types.ObjectId(req.params.id), «req.body»)',
    ),
    'a filter that a branch may give': handler(
      'let filter = req.params.id; if (req.user) filter = { owner: req.user.id }; await User.updateOne(filter, «req.body»)',
    ),
    'the parameters of the path as a filter': handler('await User.updateOne(req.params, «req.body»)'),
    'parameters of something else': handler(
      'const { params } = await load(); await User.updateOne(params.id, «req.body»)',
    ),
    'a function that a caller gives a filter': service('await save({ _id: req.params.id }, req.body)').replace(
      'key, data)\n',
      'key, «data»)\n',
    ),
    'one that is given an id for a field of its filter': service(
      'await save(req.params.id, req.body)',
      '{ key }',
    ).replace('key }, data)\n', 'key }, «data»)\n'),
    'one that two callers give different things': service(
      'await save(req.params.id, req.body); await save({ name: req.params.name }, req.body)',
    ).replace('key, data)\n', 'key, «data»)\n'),
    "the driver's own method": handler('await User.collection.updateOne(req.params.id, «req.body»)'),
  },
  quiet: {
    'an id of the path': handler('await User.updateOne(req.params.id, req.body)'),
    'in an object': handler('await User.updateMany(req.params.id, { $set: req.body })'),
    'by a method that finds': handler('await User.findOneAndUpdate(req.params.id, req.body, { new: true })'),
    'by one that replaces': handler('await User.findOneAndReplace(req.params.id, req.body)'),
    'in a variable': handler('const id = req.params.id; await User.replaceOne(id, req.body)'),
    'in a pattern': handler('const { id } = req.params; await User.updateOne(id, req.body)'),
    'in a pattern of the request': handler('await User.updateOne(id, body)', '{ params: { id }, body }, res'),
    'of a query': handler('await User.findOne().updateOne(req.params.id, req.body)'),
    'a text': handler("await User.updateOne('main', req.body)"),
    'a template': handler('await User.updateOne(`user-${req.user.id}`, req.body)'),
    'a sum': handler("await User.updateOne('user-' + req.user.id, req.body)"),
    'what is made a text': handler('await User.updateOne(String(req.user.id), req.body)'),
    'an id as a text': handler('await User.updateOne(req.user._id.toString(), req.body)'),
    'an ObjectId': handler('await User.updateOne(new mongoose.Types.ObjectId(req.params.id), req.body)'),
    'either of two texts': handler('await User.updateOne(req.params.id || req.params.name, req.body)'),
    'the context of Koa': handler('ctx.body = await User.updateOne(ctx.params.id, ctx.request.body)', 'ctx'),
    'a parameter of Hono': `${models}import { Hono } from 'hono'
      const app = new Hono()
      app.put('/:id', async (c) => { await User.updateOne(c.req.param('id'), await c.req.json()); return c.json({}) })`,
    'the context of Next.js': `${models}export async function PUT(request, { params }) {
      const { id } = await params; await User.updateOne(id, await request.json()); return Response.json({}) }`,
    'a function that is given an id': service('await save(req.params.id, req.body)'),
  },
})

runTypeScriptSuite(noUnguardedWrite, {
  ...suite,
  rule: 'no-unguarded-write of updates with an id in the place of a filter, in TypeScript',
  flagged: {
    'a pipe that makes something of an id': `import { Body, Controller, Param, Put } from '@nestjs/common'
      ${models}@Controller() export class Users {
        @Put(':id') update(@Param('id', KeyPipe) id: string, @Body() dto: UpdateUser) { return User.updateOne(id, «dto») } }`,
  },
  quiet: {
    'a parameter of the path': `import { Body, Controller, Param, Put } from '@nestjs/common'
      ${models}@Controller() export class Users {
        @Put(':id') update(@Param('id') id: string, @Body() dto: UpdateUser) { return User.updateOne(id, dto) } }`,
  },
})

runSuite(noUnguardedWrite, {
  ...suite,
  rule: 'no-unguarded-write of queries that nobody waits for, until somebody does',
  flagged: {
    'an update': handler('User.updateOne({ _id: req.params.id }, «req.body»)'),
    'one that is only asked for': handler(
      'const user = User.findByIdAndUpdate(req.params.id, «req.body»); if (!user) return res.sendStatus(404)',
    ),
  },
  quiet: {},
})
