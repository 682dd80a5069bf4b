import { guard } from 'mongoose-guard/express'
import mongoose from 'mongoose'

const Profile = mongoose.model('Profile', new mongoose.Schema({ address: { city: String }, tags: [{ name: String }] }))

app.patch('/profiles/:id', guard(Profile, { allow: ['address.city'], partial: true }), async (req, res) => {
  const profile = await Profile.findById(req.params.id)
  profile.set(req.validated) // flagged: prefer-to-update
  res.json(await profile.save())
})

app.patch('/profiles/:id/tags', guard(Profile, { allow: ['tags.name'], partial: true }), async (req, res) => {
  res.json(await Profile.findByIdAndUpdate(req.params.id, req.validated))
})
