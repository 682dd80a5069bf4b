import type { ValidationPipeOptions } from '@nestjs/common'

export const pipeOptions: ValidationPipeOptions = { whitelist: true, transform: true }
