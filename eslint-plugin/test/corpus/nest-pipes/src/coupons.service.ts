import { Injectable } from '@nestjs/common'
import { InjectModel } from '@nestjs/mongoose'
import { Model } from 'mongoose'
import { CouponDto } from './coupon.dto'
import { Coupon, CouponDocument } from './coupon.schema'

@Injectable()
export class CouponsService {
  constructor(@InjectModel(Coupon.name) private readonly coupons: Model<CouponDocument>) {}

  create(dto: CouponDto): Promise<CouponDocument> {
    return this.coupons.create(dto)
  }

  update(id: string, dto: CouponDto) {
    return this.coupons.findByIdAndUpdate(id, dto, { new: true })
  }

  replace(coupon: Coupon, dto: CouponDto) {
    const edited = Object.assign(coupon as CouponDocument, dto)
    return edited.save()
  }
}
