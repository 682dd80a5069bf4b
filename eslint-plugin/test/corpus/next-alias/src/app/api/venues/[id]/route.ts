import { guard } from 'mongoose-guard/web'
import { Venue } from '@/models'

export const PUT = guard(Venue, { allow: ['title'] }, async (request) => {
  return Response.json(await Venue.create(request.validated))
})
