import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose'
import { HydratedDocument } from 'mongoose'

export type CouponDocument = HydratedDocument<Coupon>

@Schema()
export class Coupon {
  @Prop({ required: true })
  code: string

  @Prop()
  percent: number

  @Prop({ default: 0 })
  used: number
}

export const CouponSchema = SchemaFactory.createForClass(Coupon)
