import { createGuard } from 'mongoose-guard'
import { Grove } from '../../../../models/index'

const newGrove = createGuard(Grove, { allow: ['name'] })

export async function POST(request: Request) {
  const outcome = await newGrove.validate(await request.json())
  if (!outcome.ok) return Response.json(outcome, { status: 400 })
  return Response.json(await Grove.create(outcome.validated), { status: 201 })
}
