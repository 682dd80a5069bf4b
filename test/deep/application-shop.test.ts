import mongoose from 'mongoose'
import { beforeEach, describe, expect, it } from 'vitest'
import { app as after } from '../applications/shop/after/app.ts'
import { app as before } from '../applications/shop/before/app.ts'
import { User } from '../applications/shop/models.ts'
import { currentUser } from '../applications/shop/services.ts'
import { sender, withDatabase } from '../support/applications.ts'
import type { Answer } from '../support/server.ts'

const versions = [
  { version: 'before', app: before },
  { version: 'after', app: after },
]

const kettle = { name: 'Kettle', description: 'It boils water.', price: 30, tags: ['kitchen'] }
const other = '64b7f9d2c1a4e5f601234568'
const shipping = { street: '1 High Street', city: 'London' }
const lines = [{ product: other, quantity: 2 }]

/** The paths that the error format of this application names. */
function issuePaths({ status, body }: Answer): string[] {
  const { error } = body as { error: { code: string; issues: { path: string; message: string }[] } }
  expect([status, error.code]).toEqual([422, 'VALIDATION'])
  for (const { message } of error.issues) expect(message).toMatch(/./)
  return [...new Set(error.issues.map(({ path }) => path))].sort()
}

describe.each(versions)('the shop, $version', ({ app }) => {
  withDatabase()
  const send = sender(app)
  const collection = (name: string) => mongoose.connection.collection(name)
  const wrong = async (method: string, path: string, body: unknown) => issuePaths(await send(method, path, body))
  const createKettle = async () =>
    ((await send('POST', '/api/products', { product: kettle })).body as { product: { _id: string } }).product
  const createOrder = async () =>
    (
      (await send('POST', '/api/orders', { order: { lines, shipping }, acceptTerms: true })).body as {
        order: { _id: string }
      }
    ).order

  beforeEach(async () => {
    await User.create({ _id: currentUser, name: 'Ada', email: 'ada@example.org', password: 'secret', bio: 'Countess' })
  })

  it('creates a product for the seller who sends it', async () => {
    const answer = await send('POST', '/api/products', { product: { ...kettle, dimensions: { width: 20 } } })
    expect(answer).toMatchObject({ status: 201, body: { product: { ...kettle, stock: 0, seller: currentUser } } })
    expect(await collection('shopproducts').findOne()).toMatchObject({ name: 'Kettle', dimensions: { width: 20 } })
  })

  it.each([
    ['nothing', {}, ['product']],
    ['an empty one', { product: {} }, ['product.description', 'product.name', 'product.price']],
    ['one without its wrapper', kettle, ['description', 'name', 'price', 'product', 'tags']],
    [
      'rules of this route',
      { product: { ...kettle, name: 'Ke', description: 'short', price: 0 } },
      ['product.description', 'product.name', 'product.price'],
    ],
    [
      'wrong types',
      { product: { ...kettle, price: '30', tags: 'a', dimensions: { width: 'x' } } },
      ['product.dimensions.width', 'product.price', 'product.tags'],
    ],
    [
      'fields that are not its own',
      { product: { ...kettle, seller: other }, admin: true },
      ['admin', 'product.seller'],
    ],
    ['null', { product: { ...kettle, dimensions: { width: null } } }, ['product.dimensions.width']],
    ['too many tags', { product: { ...kettle, tags: ['a', 'b', 'c', 'd', 'e', 'f'] } }, ['product.tags']],
  ])('refuses a product: %s', async (_what, body, paths) => {
    expect(await wrong('POST', '/api/products', body)).toEqual(paths)
    expect(await collection('shopproducts').countDocuments()).toBe(0)
  })

  it('takes a product back as it was given', async () => {
    const product = await createKettle()
    const answer = await send('PUT', `/api/products/${product._id}`, {
      product: { ...product, name: 'Teapot', seller: other },
    })
    expect(answer).toMatchObject({ status: 200, body: { product: { name: 'Teapot', seller: currentUser } } })
    expect(
      await wrong('PUT', `/api/products/${product._id}`, { product: { ...product, description: undefined } }),
    ).toEqual(['product.description'])
    expect(await wrong('PUT', `/api/products/${product._id}`, { product: { ...product, sold: 1 } })).toEqual([
      'product.sold',
    ])
  })

  it('changes a product, in one field at least', async () => {
    const { _id } = await createKettle()
    const answer = await send('PATCH', `/api/products/${_id}`, { product: { price: 25 } })
    expect(answer).toMatchObject({ status: 200, body: { product: { ...kettle, price: 25 } } })
    expect((await send('PATCH', `/api/products/${_id}`, { product: {} })).status).toBe(422)
    expect(await wrong('PATCH', `/api/products/${_id}`, { product: { price: 0, name: 'Ke' } })).toEqual([
      'product.name',
      'product.price',
    ])
    expect(await wrong('PATCH', `/api/products/${_id}`, {})).toEqual(['product'])
    expect((await send('PATCH', `/api/products/${other}`, { product: { price: 25 } })).status).toBe(404)
  })

  it('imports products', async () => {
    const products = [
      { name: 'Cup', price: 3 },
      { name: 'Plate', price: 4, tags: ['kitchen'] },
    ]
    expect(await send('POST', '/api/products/import', { products })).toMatchObject({
      status: 201,
      body: { imported: 2 },
    })
    expect(await collection('shopproducts').countDocuments({ seller: new mongoose.Types.ObjectId(currentUser) })).toBe(
      2,
    )
    const bad = [{ name: 'Cup', price: -3 }, { name: 'Plate' }, { name: 'Fork', price: 1, stock: 5 }]
    expect(await wrong('POST', '/api/products/import', { products: bad })).toEqual([
      'products.0.price',
      'products.1.price',
      'products.2.stock',
    ])
    expect(await wrong('POST', '/api/products/import', {})).toEqual(['products'])
    expect((await send('POST', '/api/products/import', { products: [] })).status).toBe(422)
    expect(
      (await send('POST', '/api/products/import', { products: Array.from({ length: 51 }, () => products[0]) })).status,
    ).toBe(422)
  })

  it('searches', async () => {
    await createKettle()
    const search = { q: 'Ke', filters: { maxPrice: 40, tags: ['kitchen'] } }
    expect((await send('POST', '/api/products/search', search)).body).toEqual({ names: ['Kettle'], page: 1 })
    expect((await send('POST', '/api/products/search', {})).body).toEqual({ names: ['Kettle'], page: 1 })
    expect(
      await wrong('POST', '/api/products/search', { q: 'K', filters: { maxPrice: { $gt: 0 }, sort: 1 }, page: 0 }),
    ).toEqual(['filters.maxPrice', 'filters.sort', 'page', 'q'])
  })

  it('takes a review, and asks for more where it is bad', async () => {
    const path = `/api/products/${other}/reviews`
    expect((await send('POST', path, { rating: 5, title: 'Good' })).body).toEqual({ average: 5 })
    expect((await send('POST', path, { rating: 1, title: 'Bad', text: 'It does not boil any water.' })).body).toEqual({
      average: 3,
    })
    expect(await wrong('POST', path, { rating: 2, title: 'Bad', text: 'no' })).toEqual(['text'])
    expect(await wrong('POST', path, { rating: 6, title: '', product: other })).toEqual(['product', 'rating', 'title'])
    expect(await collection('shopreviews').countDocuments()).toBe(2)
  })

  it('takes an order', async () => {
    const order = { lines, shipping, deliverFrom: '2027-01-01', deliverTo: '2027-01-03' }
    const answer = await send('POST', '/api/orders', { order, acceptTerms: true })
    expect(answer).toMatchObject({
      status: 201,
      body: { order: { customer: currentUser, status: 'open', deliverTo: '2027-01-03T00:00:00.000Z' } },
    })
    expect(await wrong('POST', '/api/orders', { order, acceptTerms: false })).toEqual(['acceptTerms'])
    expect(await wrong('POST', '/api/orders', { order })).toEqual(['acceptTerms'])
    expect(
      await wrong('POST', '/api/orders', { order: { ...order, deliverTo: '2026-12-31' }, acceptTerms: true }),
    ).toEqual(['order.deliverTo'])
    expect(
      await wrong('POST', '/api/orders', { order: { lines: [], shipping: {}, status: 'paid' }, acceptTerms: true }),
    ).toEqual(['order.lines', 'order.shipping.city', 'order.shipping.street', 'order.status'])
    expect(
      await wrong('POST', '/api/orders', {
        order: { lines: [{ product: 'x', quantity: 0 }], shipping, deliverFrom: 'soon' },
        acceptTerms: true,
      }),
    ).toEqual(['order.deliverFrom', 'order.lines.0.product', 'order.lines.0.quantity'])
    expect(await collection('shoporders').countDocuments()).toBe(1)
  })

  it('changes the status of an order, to some', async () => {
    const { _id } = await createOrder()
    expect((await send('PATCH', `/api/orders/${_id}`, { status: 'sent' })).body).toMatchObject({
      order: { status: 'sent' },
    })
    expect(await wrong('PATCH', `/api/orders/${_id}`, { status: 'paid' })).toEqual(['status'])
    expect(await wrong('PATCH', `/api/orders/${_id}`, {})).toEqual(['status'])
  })

  it('takes a coupon', async () => {
    const { _id } = await createOrder()
    expect((await send('POST', `/api/orders/${_id}/coupon`, { code: 'TEAS10' })).body).toMatchObject({
      order: { coupon: 'TEAS10' },
    })
    expect(await wrong('POST', `/api/orders/${_id}/coupon`, { code: 'tea' })).toEqual(['code'])
    expect(await wrong('POST', `/api/orders/${_id}/coupon`, {})).toEqual(['code'])
  })

  it('begins and ends a session', async () => {
    const login = { email: 'ADA@example.org', password: 'secret', remember: true }
    expect(await send('POST', '/api/sessions', login)).toMatchObject({
      status: 201,
      body: { user: currentUser, remember: true },
    })
    expect((await send('POST', '/api/sessions', { ...login, password: 'x' })).status).toBe(401)
    expect(await wrong('POST', '/api/sessions', { email: 'ada', password: { $ne: '' }, remember: 1 })).toEqual([
      'email',
      'password',
      'remember',
    ])
    const refreshToken = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    expect((await send('POST', '/api/sessions/end', { refreshToken })).body).toEqual({ ended: refreshToken })
    expect(await wrong('POST', '/api/sessions/end', { refreshToken: 'x' })).toEqual(['refreshToken'])
  })

  it('hears of a payment', async () => {
    const { _id } = await createOrder()
    const event = { id: 'evt_1', type: 'payment.succeeded', data: { orderId: _id, amount: 60 } }
    expect((await send('POST', '/api/webhooks/payment', event)).body).toEqual({ received: true })
    expect(await collection('shoporders').findOne()).toMatchObject({ status: 'paid' })
    expect(
      await wrong('POST', '/api/webhooks/payment', { id: 1, type: 'x', data: { orderId: 'x', amount: 0 } }),
    ).toEqual(['data.amount', 'data.orderId', 'id', 'type'])
    expect(await wrong('POST', '/api/webhooks/payment', { ...event, data: undefined })).toEqual(['data'])
  })

  it('changes a profile, and clears what may be cleared', async () => {
    const changes = { birthday: '1815-12-10', address: shipping, bio: null }
    expect((await send('PATCH', '/api/me', { user: changes })).body).toMatchObject({
      user: { name: 'Ada', bio: null, birthday: '1815-12-10T00:00:00.000Z' },
    })
    expect(await collection('shopusers').findOne()).toMatchObject({ bio: null, address: shipping })
    expect(await wrong('PATCH', '/api/me', { user: { name: null, birthday: null, bio: 'x'.repeat(201) } })).toEqual([
      'user.bio',
      'user.birthday',
      'user.name',
    ])
    expect(await wrong('PATCH', '/api/me', { user: { address: { city: 'Bath' }, email: 'x' } })).toEqual([
      'user.address.street',
      'user.email',
    ])
  })

  it('cancels orders', async () => {
    const { _id } = await createOrder()
    expect((await send('POST', '/api/orders/cancel', { ids: [_id], reason: 'late' })).body).toEqual({ cancelled: 1 })
    expect(await wrong('POST', '/api/orders/cancel', { ids: [_id, 'x'], why: '' })).toEqual(['ids.1', 'why'])
    expect(await wrong('POST', '/api/orders/cancel', { ids: [] })).toEqual(['ids'])
  })
})
