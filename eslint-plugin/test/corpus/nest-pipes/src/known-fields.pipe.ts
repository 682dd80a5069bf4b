import { type ArgumentMetadata, BadRequestException, Injectable, type PipeTransform } from '@nestjs/common'
import { plainToInstance } from 'class-transformer'
import { validate } from 'class-validator'

@Injectable()
export class KnownFieldsPipe implements PipeTransform {
  async transform(value: object, { metatype }: ArgumentMetadata) {
    if (!metatype) return value
    const errors = await validate(plainToInstance(metatype, value), { whitelist: true, forbidNonWhitelisted: true })
    if (errors.length > 0) throw new BadRequestException(errors)
    return value
  }
}
