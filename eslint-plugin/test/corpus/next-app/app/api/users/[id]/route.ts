import { NextResponse, type NextRequest } from 'next/server'
import { guard } from 'mongoose-guard/web'
import { withDb } from '../../../../lib/db'
import User from '../../../../models/user'

type Context = { params: Promise<{ id: string }> }

export const PATCH = withDb(
  guard(User, { allow: ['name', 'address.city'], partial: true }, async (req, { params }: Context) => {
    const { id } = await params
    const body = await req.json() // flagged: no-body-after-guard
    return NextResponse.json(await User.findByIdAndUpdate(id, body, { new: true }))
  }),
)

export const PUT = withDb(async (req: NextRequest, { params }: Context) => {
  const { id } = await params
  const body: unknown = await req.json()
  const user = await User.findOneAndReplace({ _id: id }, body as object) // flagged: no-unguarded-write
  return NextResponse.json(user)
})

export const DELETE = withDb(async (_req: NextRequest, { params }: Context) => {
  await User.findByIdAndDelete((await params).id)
  return new NextResponse(null, { status: 204 })
})
