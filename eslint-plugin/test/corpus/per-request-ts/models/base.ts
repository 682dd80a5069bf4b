import { Model, model, models, Schema } from 'mongoose'

export abstract class BaseStore<T> {
  protected model: Model<T>

  constructor(schema: Schema, name: string) {
    this.model = models[name] || model(name, schema)
  }

  public async create(data: T) {
    return this.model.create({ ...data })
  }

  public async update(_id: string, data: Partial<T>) {
    return this.model.findByIdAndUpdate({ _id }, { ...data }, { new: true })
  }

  public async find(filter: object) {
    return this.model.find(filter)
  }
}
