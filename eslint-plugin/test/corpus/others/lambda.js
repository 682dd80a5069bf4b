import { Reading } from './models/reading.js'

export const handler = async (event) => {
  const body = JSON.parse(event.body)
  const reading = await Reading.create(body) // flagged: no-unguarded-write
  return { statusCode: 201, body: JSON.stringify(reading) }
}
