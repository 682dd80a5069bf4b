import type { Model } from 'mongoose'

export abstract class BaseService<Fields> {
  constructor(protected readonly model: Model<Fields>) {}

  add(fields: unknown) {
    return new this.model(fields).save()
  }
}
