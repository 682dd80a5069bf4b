import { createParamDecorator, type ExecutionContext } from '@nestjs/common'

export const LoadedCoupon = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest().coupon
})

export const LoadedSettings = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest().settings
})
