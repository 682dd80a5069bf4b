import { guard } from 'mongoose-guard/web'
import { Log, Tree, Visit } from '../../../models'

export const POST = guard(Tree, { allow: ['species', 'height'] }, async (request) => {
  await Log.create({ text: 'a tree' })
  return Response.json(await Tree.create(request.validated), { status: 201 })
})

export const PUT = guard(Visit, { allow: ['tree', 'on'] }, async (request) =>
  Response.json(await Visit.create(request.validated)),
)
