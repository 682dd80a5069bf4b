import { BadRequestException, Body, Controller, Module, type PipeTransform, Post } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Guard, Validated } from 'mongoose-guard'
import { newAccount } from './accounts.ts'

class GuardPipe<Fields> implements PipeTransform<unknown, Promise<Fields>> {
  constructor(private readonly guard: Guard<Fields>) {}

  async transform(body: unknown) {
    const outcome = await this.guard.validate(body)
    if (!outcome.ok) throw new BadRequestException({ errors: outcome.errors })
    return outcome.validated
  }
}

@Controller('accounts')
class AccountsController {
  @Post()
  create(@Body(new GuardPipe(newAccount)) account: Validated<typeof newAccount>) {
    return { saved: account }
  }
}

@Module({ controllers: [AccountsController] })
class AppModule {}

export const createApp = () => NestFactory.create(AppModule, { logger: ['error'] })
