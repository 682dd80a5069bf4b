import { Event } from '@/models'

export async function PATCH(request: Request, { params }) {
  const { id } = await params
  const changes = await request.json()
  return Response.json(await Event.findByIdAndUpdate(id, { $set: changes })) // flagged: no-unguarded-write
}

export async function DELETE(_request: Request, { params }) {
  await Event.findByIdAndDelete((await params).id)
  return new Response(null, { status: 204 })
}
