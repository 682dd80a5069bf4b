import { type Model, Schema } from 'mongoose'

export interface Courier {
  name: string
  rate: number
}

export interface CourierModel extends Model<Courier> {
  hire(data: Courier): Promise<Courier>
  countOf(data: Courier): Promise<number>
}

export const courierSchema = new Schema<Courier, CourierModel>({ name: String, rate: Number })

courierSchema.statics.hire = async function hire(this: CourierModel, data: Courier) {
  return new this(data).save()
}

courierSchema.statics = Object.assign(courierSchema.statics, {
  countOf(data: Courier) {
    return this.countDocuments({ name: String(data.name) })
  },
})
