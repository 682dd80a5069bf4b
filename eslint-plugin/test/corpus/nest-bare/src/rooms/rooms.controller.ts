import { Body, Controller, Post } from '@nestjs/common'
import { NewRoom } from './room.dto'
import { RoomsService } from './rooms.service'

@Controller('rooms')
export class RoomsController {
  constructor(private readonly rooms: RoomsService) {}

  @Post()
  create(@Body() dto: NewRoom) {
    return this.rooms.create(dto) // flagged: no-unguarded-write
  }
}
