import { Body, Controller, Param, Post, Put } from '@nestjs/common'
import { InjectModel } from '@nestjs/mongoose'
import { Model } from 'mongoose'
import { Guest } from './guest.schema'
import { GuestFields, NewGuest } from './guest.dto'

@Controller('guests')
export class GuestsController {
  constructor(@InjectModel(Guest.name) private readonly guests: Model<Guest>) {}

  @Post()
  create(@Body() dto: NewGuest) {
    return this.guests.create(dto)
  }

  @Put(':id')
  update(@Param('id') id: string, @Body() fields: GuestFields) {
    return this.guests.findByIdAndUpdate(id, fields) // flagged: no-unguarded-write
  }
}
