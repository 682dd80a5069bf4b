import { getModelForClass, prop } from '@typegoose/typegoose'
import { Router, type RequestHandler } from 'express'
import { guard } from 'mongoose-guard/express'

class Car {
  @prop({ required: true })
  public plate!: string

  @prop()
  public mileage?: number

  @prop({ select: false })
  public owner?: string
}

const CarModel = getModelForClass(Car)

const create: RequestHandler = async (req, res) => {
  res.status(201).json(await CarModel.create(req.validated))
}

const update: RequestHandler<{ id: string }> = async (req, res) => {
  res.json(await CarModel.findByIdAndUpdate(req.params.id, req.body, { new: true })) // flagged: no-unguarded-write
}

export const cars = Router()
  .post('/', guard(CarModel, { allow: ['plate', 'mileage'] }), create)
  .put('/:id', update)
