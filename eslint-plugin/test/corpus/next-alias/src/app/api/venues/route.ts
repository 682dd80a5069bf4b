import { z } from 'zod'
import { Venue } from '@/models'

const venue = z.object({ title: z.string(), seats: z.number() })

export async function POST(request: Request) {
  const parsed = venue.safeParse(await request.json())
  if (!parsed.success) return Response.json(parsed.error, { status: 400 })
  return Response.json(await Venue.create(parsed.data))
}
