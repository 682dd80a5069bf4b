import { logged, retrying } from '../lib/retry.js'
import { Parcel } from '../models/parcel.js'

export const send = retrying((data) => Parcel.create(data))
export const change = logged((data, id) => Parcel.findByIdAndUpdate(id, data), 'change')
export const count = retrying((data) => Parcel.countDocuments({ to: String(data.to) }))
export const saveTo = (Model) => (data) => Model.create(data)
export const put = Parcel.insertMany.bind(Parcel)
