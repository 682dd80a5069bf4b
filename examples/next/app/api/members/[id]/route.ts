import { guard } from 'mongoose-guard/web'
import { connect } from '@/lib/database'
import { memberChanges } from '@/lib/guards'
import { Member } from '@/lib/member'

export const PATCH = guard(memberChanges, async (request, { params }: RouteContext<'/api/members/[id]'>) => {
  const { id } = await params
  await connect()
  const member = /^[0-9a-f]{24}$/.test(id) ? await Member.findById(id) : null
  if (member === null) return new Response(null, { status: 404 })
  // Without `merge`, `{ address: { city } }` would replace the whole address.
  member.set(request.validated, undefined, { merge: true })
  return Response.json(await member.save())
})
