import { BadRequestException, Body, Controller, Param, Post, Put, UsePipes, ValidationPipe } from '@nestjs/common'
import { CouponDto } from './coupon.dto'
import { KnownFieldsPipe } from './known-fields.pipe'
import { LoadedCoupon, LoadedSettings } from './loaded'
import { pipeOptions } from './pipe-options'
import { SettingsFile } from './settings-file'
import { Coupon } from './coupon.schema'
import { CouponsService } from './coupons.service'
import { TrimPipe } from './trim.pipe'

const strict = new ValidationPipe({ whitelist: true })

@Controller('coupons')
export class CouponsController {
  constructor(private readonly coupons: CouponsService) {}

  @Post()
  @UsePipes(new ValidationPipe({ whitelist: true }))
  async create(@Body() dto: CouponDto) {
    dto = await this.checked(dto)
    return this.coupons.create(dto)
  }

  @Post('imported')
  @UsePipes(new ValidationPipe(pipeOptions))
  createWithOptions(@Body() dto: CouponDto) {
    return this.coupons.create(dto)
  }

  @Put(':id')
  @UsePipes(strict)
  update(@Param('id') id: string, @Body() dto: CouponDto) {
    return this.coupons.update(id, dto)
  }

  // The pipes of the other methods are not this one's.
  @Post('open')
  createOpen(@Body() dto: CouponDto) {
    return this.coupons.create(dto) // flagged: no-unguarded-write
  }

  @Put('open/:id')
  replaceOpen(@LoadedCoupon() coupon: Coupon, @Body() dto: CouponDto) {
    return this.coupons.replace(coupon, dto) // flagged: no-unguarded-write
  }

  @Put('open/:id/settings')
  settle(@LoadedSettings() settings: SettingsFile, @Body() dto: CouponDto) {
    Object.assign(settings, dto)
    return settings.save()
  }

  @Post('trimmed')
  createTrimmed(@Body(TrimPipe) dto: CouponDto) {
    return this.coupons.create(dto) // flagged: no-unguarded-write
  }

  @Post('typed')
  createTyped(@Body(TrimPipe, ValidationPipe) dto: CouponDto) {
    return this.coupons.create(dto) // flagged: no-unguarded-write
  }

  @Post('known')
  createKnown(@Body(TrimPipe, KnownFieldsPipe) dto: CouponDto) {
    return this.coupons.create(dto)
  }

  @Post('stripped')
  createStripped(@Body(new ValidationPipe(pipeOptions)) dto: CouponDto) {
    return this.coupons.create(dto)
  }

  @Put('trimmed/:id')
  @UsePipes(new TrimPipe())
  updateTrimmed(@Param('id') id: string, @Body() dto: CouponDto) {
    return this.coupons.update(id, dto) // flagged: no-unguarded-write
  }

  private async checked(dto: CouponDto): Promise<CouponDto> {
    if (dto.code === 'FREE') throw new BadRequestException()
    return dto
  }
}
