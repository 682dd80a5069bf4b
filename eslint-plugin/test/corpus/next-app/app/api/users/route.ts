import { NextResponse } from 'next/server'
import { guard } from 'mongoose-guard/web'
import { connect } from '../../../lib/db'
import User from '../../../models/user'

export async function GET() {
  await connect()
  return NextResponse.json(await User.find().lean())
}

export const POST = guard(User, { allow: ['name', 'email', 'address'] }, async (req) => {
  await connect()
  const user = await User.create(req.validated)
  return NextResponse.json(user, { status: 201 })
})
