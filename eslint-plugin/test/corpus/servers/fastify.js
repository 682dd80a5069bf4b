import Fastify from 'fastify'
import { createGuard } from 'mongoose-guard'
import { model, Schema } from 'mongoose'

const Sensor = model('Sensor', new Schema({ serial: String, unit: String, calibration: Number }))
const newSensor = createGuard(Sensor, { allow: ['serial', 'unit'] })

export async function routes(fastify) {
  fastify.post('/sensors', async (request, reply) => {
    const outcome = await newSensor.validate(request.body)
    if (!outcome.ok) return reply.code(400).send({ errors: outcome.errors })
    return reply.code(201).send(await Sensor.create(outcome.validated))
  })

  fastify.put('/sensors/:id', async (request, reply) => {
    const sensor = await Sensor.findByIdAndUpdate(request.params.id, request.body, { new: true }) // flagged: no-unguarded-write
    return reply.send(sensor)
  })

  const body = { type: 'object', additionalProperties: false, properties: { unit: { type: 'string' } } }
  fastify.patch('/sensors/:id', { schema: { body } }, async (request) =>
    Sensor.findByIdAndUpdate(request.params.id, request.body),
  )

  fastify.route({
    method: 'POST',
    url: '/sensors/import',
    handler: async (request) => Sensor.create(request.body), // flagged: no-unguarded-write
  })

  fastify.post('/readings', { schema: { body: { type: 'array' } } }, async (request) => {
    request.log.info({ count: request.body.length })
    return { accepted: request.body.length }
  })
}

export const server = Fastify().register(routes)
