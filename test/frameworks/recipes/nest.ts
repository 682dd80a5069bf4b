import { Body, Controller, Module, Post, StandardSchemaValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Validated } from 'mongoose-guard'
import { newAccount } from './accounts.ts'

@Controller('accounts')
class AccountsController {
  @Post()
  create(@Body({ schema: newAccount }) account: Validated<typeof newAccount>) {
    return { saved: account }
  }
}

@Module({ controllers: [AccountsController] })
class AppModule {}

export async function createApp() {
  const app = await NestFactory.create(AppModule, { logger: ['error'] })
  return app.useGlobalPipes(new StandardSchemaValidationPipe())
}
