import { type HydratedDocument, model, type Model, Schema } from 'mongoose'

export interface Parcel {
  street: string
  weight: number
  isPaid: boolean
}

interface ParcelMethods {
  change(data: Partial<Parcel>): Promise<HydratedDocument<Parcel>>
  weigh(data: Partial<Parcel>): Promise<HydratedDocument<Parcel>>
}

interface ParcelModel extends Model<Parcel, object, ParcelMethods> {
  register(data: Parcel): Promise<HydratedDocument<Parcel>>
  estimate(data: Parcel): number
}

const parcelSchema = new Schema<Parcel, ParcelModel, ParcelMethods>(
  { street: String, weight: Number, isPaid: Boolean },
  {
    timestamps: true,
    statics: {
      async register(data: Parcel) {
        return this.create(data)
      },
      estimate(data: Parcel) {
        return data.weight * 2
      },
    },
    methods: {
      async change(data: Partial<Parcel>) {
        this.set(data)
        return this.save()
      },
      async weigh({ weight }: Partial<Parcel>) {
        this.set({ weight })
        return this.save()
      },
    },
  },
)

export const ParcelModel = model<Parcel, ParcelModel>('Parcel', parcelSchema)
