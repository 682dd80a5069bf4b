import Guest from '@/models/Guest'
import { created } from '@/lib/api'

export async function PUT(request: any, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  request = await request.json()
  if (request.password === '') delete request.password
  return created(await Guest.updateOne({ _id: id }, { $set: request })) // flagged: no-unguarded-write
}
