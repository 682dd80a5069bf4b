import { Guest } from '@/models'
import { readBody } from '@/lib/api'

export const POST = async (request: Request) => {
  const body = await readBody(request)
  const guest = new Guest({ ...body, seats: 1 }) // flagged: no-unguarded-write
  return Response.json(await guest.save())
}
