import { Schema } from 'mongoose'
import { BaseStore } from './base'

export interface Bike {
  gears: number
  color: string
}

export class BikeStore extends BaseStore<Bike> {
  constructor() {
    super(new Schema<Bike>({ gears: Number, color: String }), 'Bike')
  }
}
