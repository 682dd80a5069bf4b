import { NextResponse } from 'next/server'
import { MemberChecks, newMember, onlyKnown, nameFirst } from '../../../../lib/checks'
import { Member } from '../../../../models/member'

const checks = new MemberChecks()

export async function PUT(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const body = await request.json()
  checks.assertNew(body)
  return NextResponse.json(await Member.findByIdAndUpdate(id, body, { new: true }))
}

export async function PATCH(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return NextResponse.json(await Member.findByIdAndUpdate(id, { $set: onlyKnown(await request.json()) }))
}

export async function POST(request: Request) {
  const form = await request.formData()
  const entry = Object.fromEntries(form.entries())
  if (process.env.NODE_ENV !== 'production') newMember.strict().parse(entry)
  const member = new Member(entry) // flagged: no-unguarded-write
  await member.save()
  return NextResponse.json(await Member.create(nameFirst(entry))) // flagged: no-unguarded-write
}
