import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { createGuard } from '../../src/index.ts'
import { warmUp } from '../../src/fast-path/warm-up.ts'
import { modelOf } from '../support/models.ts'

const kinds = Array.from({ length: 40 }, (_, kind) => `K${kind}`)

/** A model of many kinds, and how often all of them were looked up. */
function counted() {
  const Model = modelOf({ name: { type: String, required: true } }, { discriminatorKey: 'kind' })
  for (const kind of kinds)
    Model.discriminator(`${Model.modelName}${kind}`, new mongoose.Schema({ [kind]: String }), kind)
  const count = { lookups: 0 }
  Model.discriminators = new Proxy(Model.discriminators ?? {}, {
    ownKeys: (children) => {
      count.lookups++
      return Reflect.ownKeys(children)
    },
  })
  return { Model, count }
}

// To look them up takes as long as there are kinds: once for each would be quadratic.
describe('the kinds of a model with many', () => {
  const { Model, count } = counted()
  const allow = ['name', 'kind', ...kinds]
  const guard = createGuard(Model, { allow: allow as never })
  const lookups = (use: () => unknown) => {
    const before = count.lookups
    use()
    return count.lookups - before
  }

  it.each<[string, () => unknown]>([
    ['a guard is set up', () => createGuard(Model, { allow: allow as never })],
    ['its paths are listed', () => guard.paths],
    ['it is asked for a path', () => guard.allows('K39.x')],
    ['it is reviewed', () => guard.review()],
    ['its JSON Schema is written', () => guard.toJSONSchema()],
    [
      'code is generated for it',
      () => {
        for (let body = 0; body <= warmUp.bodies; body++) void guard.validate({ name: 'a', kind: 'K3', K3: 'x' })
      },
    ],
  ])('are looked up a few times when %s', (_what, use) => {
    expect(lookups(use)).toBeLessThan(30)
  })
})
