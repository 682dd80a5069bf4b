import { model } from 'mongoose'
import { type Courier, type CourierModel, courierSchema } from './courier.schema'

export const CourierStore = model<Courier, CourierModel>('Courier', courierSchema)
