import mongoose from 'mongoose'
import { describe, expect, it, vi } from 'vitest'
import { createGuard } from '../../src/index.ts'
import { modelOf, sub } from '../support/models.ts'

const { Mixed } = mongoose.Schema.Types

const Account = modelOf(
  {
    name: { type: String, required: true },
    account: { role: String, isAdmin: Boolean, balances: Number, controller: String, resetToken: String },
    address: { type: sub({ city: String, zip: String, passwordHash: { type: String, select: false } }) },
    homes: [sub({ city: { type: String, required: true }, rooms: [Number] })],
    scores: { type: Map, of: sub({ points: Number }) },
    either: { type: 'Union', of: [Number, sub({ a: String })] } as never,
    anything: Mixed,
    tags: [String],
    born: { type: Date, immutable: true },
  },
  { timestamps: true },
)
const guardOf = (allow: string[], options: object = {}, Model: unknown = Account) =>
  createGuard(Model as typeof Account, { allow: allow as never, ...options })

const recursive = new mongoose.Schema({ name: { type: String, required: true } }, { _id: false })
recursive.add({ children: [recursive] })
const Tree = modelOf({ root: recursive })

/** Blocks of several kinds, each of which may hold blocks of all the others. */
function editorOf(kinds: number) {
  const blocks = Array.from({ length: kinds }, () => sub({ text: { type: String, required: true } }))
  for (const [index, block] of blocks.entries())
    for (const [other, inner] of blocks.entries()) if (other !== index) block.add({ [`in${other}`]: [inner] })
  return modelOf({ first: blocks[0] })
}

const shape = new mongoose.Schema({ label: String }, { discriminatorKey: 'kind' })
const Shape = modelOf(shape as never)
Shape.discriminator('ReviewCircle', new mongoose.Schema({ radius: { type: Number, required: true } }))
const shapeAllow = ['kind', 'label', 'radius']

describe('guard.paths', () => {
  it('lists what a body may set, in schema order', () => {
    expect(guardOf(['account.role', 'address', 'homes.city', 'name', 'tags']).paths).toEqual([
      'name',
      'account.role',
      'address.city',
      'address.zip',
      'address.passwordHash',
      'homes.city',
      'tags',
    ])
    expect(guardOf([]).paths).toEqual([])
  })

  it('goes into Maps, Unions and arrays, and not into free content', () => {
    const { paths } = guardOf(['scores', 'either', 'anything', 'homes'])
    expect(paths).toEqual(['homes.city', 'homes.rooms', 'scores.$*.points', 'either', 'either.a', 'anything'])
    const mixed = { type: 'Union', of: [sub({ a: String }), [Number]] }
    const Mixtures = modelOf({
      map: { type: Map, of: mixed },
      list: [mixed],
      both: { ...mixed, of: [sub({ b: String })] },
    })
    expect(guardOf(['map', 'list', 'both'], {}, Mixtures).paths).toEqual([
      ...['map', 'map.$*.a', 'list', 'list.a', 'both.b'],
    ])
  })

  it('does not enter a recursive schema again', () => {
    expect(guardOf(['root'], {}, Tree).paths).toEqual(['root.name', 'root.children.name', 'root.children.children'])
  })

  it('enters each of several schemas that hold each other once, by the shortest way', () => {
    expect(guardOf(['first'], {}, editorOf(3)).paths).toEqual([
      'first.text',
      ...['text', 'in0.text', 'in0.in1', 'in0.in2', 'in2.text', 'in2.in0', 'in2.in1'].map(
        (path) => `first.in1.${path}`,
      ),
      ...['text', 'in0.text', 'in0.in1', 'in0.in2', 'in1.text', 'in1.in0', 'in1.in2'].map(
        (path) => `first.in2.${path}`,
      ),
    ])
    // As many as there are ways of three steps, not ways at all.
    expect(guardOf(['first'], {}, editorOf(8)).paths).toHaveLength(1 + 7 * (1 + 7 * 8))
  })

  it('enters each copy that Mongoose makes of a base once, where kinds hold blocks of all kinds', () => {
    const page = (kinds: number) => {
      const block = sub({}, { discriminatorKey: 'kind' })
      for (let kind = 0; kind < kinds; kind++) {
        const schema = sub({})
        schema.add({ [`in${kind}`]: [block], [`text${kind}`]: String })
        block.discriminator(`Block${kind}`, schema)
      }
      return modelOf({ blocks: [block] })
    }
    const { paths: all } = guardOf(['blocks'], {}, page(7))
    for (let kind = 0; kind < 7; kind++) expect(all).toContain(`blocks.text${kind}`)
    // All ways through it were hundreds of thousands.
    expect(all.length).toBeLessThan(3000)
    // What entries pick of copies is never left out.
    const picked = ['blocks', 'blocks.in5', 'blocks.in6', 'blocks.in6.in5'].flatMap((above) =>
      ['kind', 'text4'].map((key) => `${above}.${key}`),
    )
    expect([...guardOf(picked, {}, page(7)).paths].sort()).toEqual(picked.sort())
  })

  it('has all that entries pick of schemas that hold each other, and of copies that hold none', () => {
    const block = sub({ title: String }, { discriminatorKey: 'kind' })
    const row = sub({ role: String, note: String })
    const columns = sub({ left: row, right: row })
    row.add({ cells: [block] })
    block.discriminator('Columns', columns)
    const allow = ['kind', 'left.note', 'left.cells', 'right.role', 'right.cells'].map((path) => `body.${path}`)
    const { paths } = guardOf(allow, {}, modelOf({ body: [block] }))
    for (const path of ['body.kind', 'body.left.note', 'body.right.role']) expect(paths).toContain(path)

    const section = block.clone().add({ header: row, footer: [row] })
    const all = guardOf(['body'], {}, modelOf({ body: section })).paths
    for (const path of ['body.header.role', 'body.footer.role']) expect(all).toContain(path)
  })

  it('has all paths of a schema that stands in several places, recursive or not', () => {
    const street = sub({ street: String, doors: [sub({ number: Number })] })
    const Twice = modelOf({ billing: street, shipping: [street], trees: [recursive], more: { trees: [recursive] } })
    const paths = ['street', 'doors.number']
    const inTrees = ['name', 'children']
    expect(guardOf(['billing', 'shipping', 'trees', 'more'], {}, Twice).paths).toEqual([
      ...['billing', 'shipping'].flatMap((place) => paths.map((path) => `${place}.${path}`)),
      ...['trees.name', ...inTrees.map((path) => `trees.children.${path}`)],
      ...['more.trees.name', ...inTrees.map((path) => `more.trees.children.${path}`)],
    ])
  })

  it('has the paths of discriminators, also of one that is registered later', () => {
    const Late = modelOf(new mongoose.Schema({ label: String }, { discriminatorKey: 'kind' }) as never)
    const guard = guardOf(['kind', 'label'], {}, Late)
    expect(guard.paths).toEqual(['label'])
    Late.discriminator('ReviewOne', new mongoose.Schema({ size: Number }))
    expect(guard.paths).toEqual(['label', 'kind'])
    expect(guardOf(shapeAllow, {}, Shape).paths).toEqual(['label', 'kind', 'radius'])
  })
})

describe('guard.allows', () => {
  const guard = guardOf(['account.role', 'address', 'homes.city', 'scores', 'either', 'anything', 'tags'])

  it.each([
    ['account', true],
    ['account.role', true],
    ['account.isAdmin', false],
    ['account.role.x', false],
    ['address.zip', true],
    ['homes.city', true],
    ['homes.rooms', false],
    ['scores.any.points', true],
    ['scores.any.more', false],
    ['either.a', true],
    ['anything.role.is.free', true],
    ['tags', true],
    ['tags.0', false],
    ['name', false],
    ['role', false],
    ['', false],
  ])('says of %s: %s', (path, verdict) => {
    expect(guard.allows(path)).toBe(verdict)
  })

  it('knows the paths of discriminators and of recursive schemas', () => {
    expect(guardOf(shapeAllow, {}, Shape).allows('radius')).toBe(true)
    expect(guardOf(['label'], {}, Shape).allows('radius')).toBe(false)
    expect(guardOf(['root'], {}, Tree).allows('root.children.children.name')).toBe(true)
  })
})

describe('guard.review', () => {
  const concerns = (allow: string[], options: object = {}, Model: unknown = Account) =>
    guardOf(allow, options, Model)
      .review()
      .map(({ concern, path }) => `${concern} ${path}`)

  it('finds sensitive names that a parent lets in, and not those that are listed', () => {
    expect(concerns(['name', 'account', 'homes'])).toEqual([
      'sensitive account.role',
      'sensitive account.isAdmin',
      'sensitive account.balances',
      'sensitive account.resetToken',
    ])
    expect(concerns(['name', 'account.role', 'homes'])).toEqual([])
    expect(concerns(['name', 'account', 'account.role', 'account.isAdmin', 'homes'])).toEqual([
      'sensitive account.balances',
      'sensitive account.resetToken',
    ])
  })

  it('compares no path with each entry', () => {
    const names = Array.from({ length: 500 }, (_, nth) => `f${nth}`)
    const Model = modelOf(Object.fromEntries(names.map((name) => [name, { password: String }])))
    const guard = guardOf(names, {}, Model)
    const compared = vi.spyOn(String.prototype, 'startsWith')
    try {
      expect(guard.review()).toHaveLength(names.length)
      expect(compared.mock.calls.length).toBeLessThan(20 * names.length)
    } finally {
      compared.mockRestore()
    }
  })

  it('finds immutable and hidden fields', () => {
    expect(concerns(['name', 'born', 'createdAt', 'address', 'homes'])).toEqual([
      'sensitive address.passwordHash',
      'hidden address.passwordHash',
      'immutable born',
      'immutable createdAt',
    ])
    const Kept = modelOf({ token: { type: String, immutable: true, select: false } })
    expect(concerns(['token'], {}, Kept)).toEqual(['immutable token', 'hidden token'])
  })

  it('finds what create() will miss, at every depth that a body may reach, and of an update what its new elements will', () => {
    expect(concerns(['homes.rooms', 'tags'])).toEqual(['missing name', 'missing homes.city'])
    expect(concerns(['tags'])).toEqual(['missing name'])
    expect(concerns(['homes.rooms'], { partial: true })).toEqual(['missing homes.city'])
    const Nested = modelOf({
      a: { b: { type: String, required: true }, c: { type: String, required: true, default: 'x' } },
      d: String,
    })
    expect(concerns(['d'], {}, Nested)).toEqual(['missing a.b'])
    const Conditional = modelOf({ a: { type: String, required: () => true }, d: String })
    expect(concerns(['d'], {}, Conditional)).toEqual([])
  })

  it('ends where schemas hold each other, and finds what an entry leaves out of them', () => {
    expect(concerns(['first'], {}, editorOf(8))).toEqual([])
    expect(concerns(['first.in1.in2.in3', 'first.in2.text'], {}, editorOf(8))).toEqual([
      ...['missing first.text', 'missing first.in1.text', 'missing first.in1.in2.text'],
    ])
  })

  it('finds the key that picks a discriminator', () => {
    expect(concerns(shapeAllow, {}, Shape)).toEqual(['discriminator kind'])
    expect(concerns(['label'], {}, Shape)).toEqual([])
  })

  it('finds what create() will miss of the kinds that a client may pick', () => {
    const plated = () => new mongoose.Schema({ plate: { type: String, required: true }, seats: Number })
    const base = () => new mongoose.Schema({ name: { type: String, required: true } }, { discriminatorKey: 'kind' })
    const Vehicle = modelOf(base())
    Vehicle.discriminator(`Car${Date.now()}`, plated(), 'Car')
    expect(concerns(['name', 'kind', 'seats'], {}, Vehicle)).toEqual(['discriminator kind', 'missing plate'])
    expect(concerns(['kind', 'plate'], {}, Vehicle)).toEqual(['discriminator kind', 'missing name'])
    expect(concerns(['name', 'seats'], {}, Vehicle)).toEqual(['unreachable seats'])
    expect(concerns(['name', 'kind'], { partial: true }, Vehicle)).toEqual(['discriminator kind'])
    const inner = base()
    inner.discriminator('Car', plated())
    const Fleet = modelOf({ vehicles: [inner] })
    expect(concerns(['vehicles.name', 'vehicles.kind'], {}, Fleet)).toEqual([
      'discriminator vehicles.kind',
      'missing vehicles.plate',
    ])
  })

  it('finds the fields of discriminators that no body can hold', () => {
    expect(concerns(['label', 'radius'], {}, Shape)).toEqual(['unreachable radius'])
    expect(concerns(['label', 'kind', 'radius'], {}, Shape)).toEqual(['discriminator kind'])
    const inner = new mongoose.Schema({ name: String }, { discriminatorKey: 'kind' })
    inner.discriminator('Car', new mongoose.Schema({ plate: String }))
    const Fleet = modelOf({ vehicles: [inner], tags: [String], depth: recursive })
    const allow = ['vehicles.plate', 'vehicles.name', 'tags', 'depth.children.children.children.name']
    expect(concerns(allow, {}, Fleet).filter((concern) => !concern.startsWith('missing'))).toEqual([
      'unreachable vehicles.plate',
    ])
  })

  it('gives its reasons', () => {
    expect(guardOf(['account', 'born'], {}).review()).toEqual(
      expect.arrayContaining([
        {
          path: 'account.role',
          concern: 'sensitive',
          message: '"account" is allowed as a whole, and with it "account.role"',
        },
        {
          path: 'born',
          concern: 'immutable',
          message: '"born" is immutable: what the client sends first stays, and an update drops it',
        },
        {
          path: 'name',
          concern: 'missing',
          message: '"name" is required and not allowed: create() fails unless the handler adds it',
        },
      ]),
    )
    expect(guardOf(['homes.rooms'], { partial: true }).review()).toEqual([
      {
        path: 'homes.city',
        concern: 'missing',
        message:
          '"homes.city" is required and not allowed: no element has it unless the handler adds it, in an update too',
      },
    ])
  })
})
