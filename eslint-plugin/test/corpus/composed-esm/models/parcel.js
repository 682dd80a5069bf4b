import mongoose from 'mongoose'

export const Parcel = mongoose.model(
  'Parcel',
  new mongoose.Schema({ to: String, weight: Number, isPaid: Boolean }),
)
