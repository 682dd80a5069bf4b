import { afterAll, describe, expect, it } from 'vitest'
import { Application } from './lint-files.ts'

const files = {
  'package.json': '{ "dependencies": { "express": "5", "mongoose": "9" } }',
  'models/event.js': `const mongoose = require('mongoose')
module.exports.Event = mongoose.model('Event', new mongoose.Schema({ name: String }))
`,
  'services/basic.js': `class Basic {
  constructor(model) { this.model = model }
  findById = (id) => { return this.model.findById(id) }
  async findOne(filter) { const found = await this.model.findOne({ ...filter }); return found }
  plain(id) { return this.model.findById(id).lean() }
  count() { return this.model.countDocuments() }
}
module.exports = Basic
`,
  'services/event.js': `const { Event } = require('../models/event.js')
const Basic = require('./basic.js')
class EventService extends Basic { constructor() { super(Event) } }
module.exports.EventService = new EventService()
`,
}
const held = (finding: string, saving: string) => `class Events {
  constructor(store) { this.store = store }
  change = async (req, res) => { const event = await ${finding}; ${saving}; res.end() }
}
module.exports = Events
`
const application = new Application(files)
afterAll(() => {
  application.remove()
})

const rules = { 'mongoose-guard/no-unguarded-write': 'error' } as const
const options = { rules, languageOptions: { sourceType: 'commonjs' } } as const
const lint = (body: string) =>
  application.lint(
    'app.js',
    `const { EventService } = require('./services/event.js')\napp.patch('/:id', async (req, res) => { ${body}; res.end() })`,
    options,
  )

describe('no-unguarded-write to documents that a service gives back', () => {
  it.each([
    'const event = await EventService.findById(req.params.id); Object.assign(event, req.body); await event.save()',
    'const event = await EventService.findOne({ id: req.params.id }); event.set(req.body); await event.save()',
  ])('reports them: %s', (body) => {
    expect(lint(body)).toHaveLength(1)
  })

  it.each([
    'const event = await EventService.plain(req.params.id); Object.assign(event, req.body)',
    'const count = await EventService.count(); Object.assign(count, req.body)',
  ])('is silent about what is no document: %s', (body) => {
    expect(lint(body)).toEqual([])
  })

  it.each([
    ['this.store.findById(req.params.id)', 'Object.assign(event, req.body); await event.save()'],
    ['this.store.events.findById(req.params.id)', 'event.set(req.body); await event.save()'],
    ['req.store.load(req.params.id)', '_ = event.set(req.body); await event.save()'],
  ])('reports one of a store that nothing in the source tells, and that is saved: %s', (finding, saving) => {
    expect(application.lint('events.js', held(finding, saving), options)).toHaveLength(1)
  })

  it.each([
    ['this.store.findById(req.params.id)', 'Object.assign(event, req.body); await this.store.save(event)'],
    ['this.store.findById(req.params.id)', 'Object.assign(event, req.body); await other.save()'],
    ['fetch(req.params.id)', 'Object.assign(event, req.body); await event.save()'],
  ])('is silent where it may be anything: %s, %s', (finding, saving) => {
    expect(application.lint('events.js', held(finding, saving), options)).toEqual([])
  })

  it('is silent about an object of a class that saves itself', () => {
    const code = `class Event { save() { return fetch('/events', this) } }
class Store { findById(id) { return new Event(id) } }
class Events {
  constructor(store = new Store()) { this.store = store }
  change = async (req, res) => { const event = await this.store.findById(req.params.id); Object.assign(event, req.body); await event.save(); res.end() }
}
`
    expect(application.lint('events.js', code, options)).toEqual([])
  })
})
