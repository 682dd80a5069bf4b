import { IsNumber, IsString, Max } from 'class-validator'

export class CouponDto {
  @IsString()
  code: string

  @IsNumber()
  @Max(100)
  percent: number
}
