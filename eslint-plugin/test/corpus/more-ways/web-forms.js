import mongoose from 'mongoose'

const Badge = mongoose.model('Badge', new mongoose.Schema({ label: String, isOfficial: Boolean }))

export async function POST(request) {
  const form = await request.formData()
  const data = Object.fromEntries(form.entries())
  return Response.json(await Badge.create(data)) // flagged: no-unguarded-write
}

export async function PUT(request) {
  const form = Object.fromEntries(await request.formData())
  return Response.json(await Badge.updateOne({ label: form.label }, { $set: form })) // flagged: no-unguarded-write
}

export async function PATCH(request) {
  const form = await request.formData()
  return Response.json(await Badge.updateOne({ label: form.get('label') }, { label: form.get('next') }))
}
