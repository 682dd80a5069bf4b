import { describe, expect, it } from 'vitest'
import * as typescriptParser from '@typescript-eslint/parser'
import { Application } from './lint-files.ts'

const main = `import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module'
import { ValidationPipe } from './pipes/validation.pipe'
const app = await NestFactory.create(AppModule)
app.useGlobalPipes(new ValidationPipe())
`
const files = {
  'src/main.ts': main,
  'src/user.dto.ts': `import { IsString } from 'class-validator'\nexport class CreateUser { @IsString() name: string }`,
  'src/user.model.ts': `import mongoose from 'mongoose'\nexport const User = mongoose.model('User', new mongoose.Schema({ name: String }))`,
}
const controller = `import { Body, Controller, Post } from '@nestjs/common'
import { CreateUser } from './user.dto'
import { User } from './user.model'
@Controller('users')
export class UsersController {
  @Post() create(@Body() dto: CreateUser) { return User.create(dto) }
}`

/** The pipe that NestJS's own documentation has. */
const ofDocs = `const object = plainToInstance(metatype, value)
    const errors = await validate(object)
    if (errors.length > 0) throw new BadRequestException(\`Validation failed: \${this.format(errors)}\`)
    return value`
const pipe = (
  body: string,
) => `import { ArgumentMetadata, BadRequestException, Injectable, Logger, PipeTransform } from '@nestjs/common'
import { plainToClass, plainToInstance } from 'class-transformer'
import { validate, validateOrReject, validateSync } from 'class-validator'
import * as _ from 'lodash'
@Injectable()
export class ValidationPipe implements PipeTransform<any> {
  // Validates what a class declares.
  async transform(value: any, { metatype }: ArgumentMetadata) {
    if (!metatype || !this.toValidate(metatype)) {
      return value
    }
    ${body}
  }
  private toValidate(metatype: Function): boolean {
    const types: Function[] = [String, Boolean, Number, Array, Object]
    return !types.includes(metatype)
  }
  private format(errors: any[]) {
    return errors.map((error) => Object.values(error.constraints)).join(', ')
  }
}`

const open: Readonly<Record<string, string>> = {
  'that of the documentation': ofDocs,
  'one that logs': ofDocs.replace('if (errors', 'Logger.log(errors)\n    if (errors'),
  'one that says what is wrong': ofDocs.replace(
    /if \(errors.*\n/,
    'if (errors.length > 0) { const messages = errors.map((item) => _.values(item.constraints)[0]); throw new BadRequestException(messages[0]) }\n',
  ),
  'one that waits for nothing': ofDocs.replace('await validate(', 'validateSync('),
  'one with options': ofDocs.replace('validate(object)', 'validate(object, { skipMissingProperties: true })'),
  'one that gives back the instance': ofDocs.replace('return value', 'return object'),
  'one that rejects': 'await validateOrReject(plainToClass(metatype, value))\n    return value',
}
const closed: Readonly<Record<string, string>> = {
  'a whitelist': ofDocs.replace(
    'validate(object)',
    'validate(object, { whitelist: true, forbidNonWhitelisted: true })',
  ),
  'options from elsewhere': ofDocs.replace('validate(object)', 'validate(object, options)'),
  'an instance of the fields that the class exposes': ofDocs
    .replace('(metatype, value)', '(metatype, value, { excludeExtraneousValues: true })')
    .replace('return value', 'return object'),
  'a choice of fields': ofDocs.replace('return value', "return _.pick(value, ['name'])"),
  'a function that nobody knows': ofDocs.replace('return value', 'return clean(value)'),
  'a check of the keys': ofDocs.replace(
    'return value',
    "if (Object.keys(value).some((key) => key !== 'name')) throw new BadRequestException()\n    return value",
  ),
}

describe('no-unguarded-write behind a pipe that asks class-validator', () => {
  function lint(body: string): string[] {
    const application = new Application({ ...files, 'src/pipes/validation.pipe.ts': pipe(body) })
    try {
      return application.lint('src/users.controller.ts', controller, {
        rules: { 'mongoose-guard/no-unguarded-write': 'error' },
        languageOptions: { parser: typescriptParser },
      })
    } finally {
      application.remove()
    }
  }

  it.each(Object.entries(open))('reports behind %s', (_, body) => {
    expect(lint(body)).toHaveLength(1)
  })

  it.each(Object.entries(closed))('is silent behind %s', (_, body) => {
    expect(lint(body)).toEqual([])
  })
})
