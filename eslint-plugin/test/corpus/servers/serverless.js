import serverless from 'serverless-http'
import express, { json } from 'express'
import { guard } from 'mongoose-guard/express'
import { Subscriber } from './models/subscriber.js'

const app = express()

const subscribe = [
  json(),
  guard(Subscriber, { allow: ['email'] }),
  async ({ validated }, res) => res.json(await Subscriber.create(validated)),
]

app.post('/subscribe', subscribe)
app.post('/unsubscribe', json(), async ({ body }, res) => {
  await Subscriber.deleteOne({ email: body.email }) // flagged: no-unguarded-filter
  res.sendStatus(204)
})
app.post('/contact', json(), async (req, res) => {
  await sendMail({ to: 'office@example.org', body: req.body.message })
  res.sendStatus(202)
})

async function sendMail(mail) {
  const response = await fetch(process.env.MAILER, { method: 'POST', body: JSON.stringify(mail) })
  return response.json()
}

export const handler = serverless(app)
