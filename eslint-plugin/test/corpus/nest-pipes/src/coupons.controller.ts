import { BadRequestException, Body, Controller, Param, Post, Put, UsePipes, ValidationPipe } from '@nestjs/common'
import { CouponDto } from './coupon.dto'
import { pipeOptions } from './pipe-options'
import { CouponsService } from './coupons.service'

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

  private async checked(dto: CouponDto): Promise<CouponDto> {
    if (dto.code === 'FREE') throw new BadRequestException()
    return dto
  }
}
