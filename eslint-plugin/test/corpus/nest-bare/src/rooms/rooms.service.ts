import { Injectable } from '@nestjs/common'
import { InjectModel } from '@nestjs/mongoose'
import { Model } from 'mongoose'
import { NewRoom } from './room.dto'

@Injectable()
export class RoomsService {
  constructor(@InjectModel('Room') private readonly model: Model<Room>) {}

  create(dto: NewRoom) {
    return this.model.create(dto)
  }
}
