import Event from '@/models/Event'
import { created } from '@/lib/api'

export async function GET() {
  return Response.json(await Event.find())
}

export async function POST(request: Request) {
  const body = await request.json()
  return created(await Event.create(body)) // flagged: no-unguarded-write
}
