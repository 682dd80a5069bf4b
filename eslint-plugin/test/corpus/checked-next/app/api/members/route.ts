import { NextResponse } from 'next/server'
import { newMember } from '../../../lib/checks'
import { Member } from '../../../models/member'

export async function POST(request: Request) {
  const body = await request.json()
  const parsed = newMember.strict().safeParse(body)
  if (!parsed.success) return NextResponse.json({ error: parsed.error.flatten() }, { status: 400 })
  const member = await Member.create(body)
  return NextResponse.json(member, { status: 201 })
}

export async function PUT(request: Request) {
  const body = await request.json()
  const parsed = newMember.safeParse(body)
  if (!parsed.success) return NextResponse.json({ error: parsed.error.flatten() }, { status: 400 })
  await Member.replaceOne({ email: parsed.data.email }, body) // flagged: no-unguarded-write
  return NextResponse.json({ ok: true })
}
