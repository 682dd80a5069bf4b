import express from 'express'
import request from 'supertest'
import { guard } from 'mongoose-guard/express'
import { Subscriber } from './models/subscriber.js'

describe('POST /subscribers', () => {
  const app = express()
  app.use(express.json())
  app.post('/subscribers', guard(Subscriber, { allow: ['email'] }), (req, res) => res.status(201).json(req.validated))

  it('answers with what it validated', async () => {
    const response = await request(app).post('/subscribers').send({ email: 'a@example.org' })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({ email: 'a@example.org' })
  })

  it('names what it turns away', async () => {
    const { body } = await request(app).post('/subscribers').send({ confirmed: true })
    expect(body.errors).toMatchObject([{ code: 'forbidden_field', path: 'confirmed' }])
  })
})
