import { guard } from 'mongoose-guard/web'
import { answerTakenEmail } from '@/lib/answers'
import { connect } from '@/lib/database'
import { newMember } from '@/lib/guards'
import { Member } from '@/lib/member'

export const POST = guard(newMember, async (request) => {
  await connect()
  return answerTakenEmail(async () => Response.json(await Member.create(request.validated), { status: 201 }))
})
