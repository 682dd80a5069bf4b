import 'reflect-metadata'
import { Body, Controller, type INestApplication, Module, Post, StandardSchemaValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Validated } from 'mongoose-guard'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAccount } from './accounts.ts'
import { bad, errors, good } from './bodies.ts'

@Controller('accounts')
class AccountsController {
  @Post()
  create(@Body({ schema: newAccount }) account: Validated<typeof newAccount>) {
    return account
  }
}

@Module({ controllers: [AccountsController] })
class AppModule {}

let app: INestApplication

beforeAll(async () => {
  app = await NestFactory.create(AppModule, { logger: false })
  app.useGlobalPipes(new StandardSchemaValidationPipe())
  await app.listen(0, '127.0.0.1')
})
afterAll(() => app.close())

const post = async (body: unknown) => {
  const response = await fetch(`${await app.getUrl()}/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as unknown }
}

it('the pipe of NestJS takes a guard as the schema of a body', async () => {
  expect(await post(good)).toEqual({ status: 201, body: good })
  const refused = await post(bad)
  expect(refused.status).toBe(400)
  const { message } = refused.body as { message: string[] }
  expect(message).toHaveLength(errors.length)
  for (const [index, error] of errors.entries()) expect(message[index]).toContain(error.message)
})
