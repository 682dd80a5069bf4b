import { Body, Controller, Param, Patch, Post, UsePipes, ValidationPipe } from '@nestjs/common'
import { Berth } from './berth.model'
import { ZodBodyPipe } from './zod-body.pipe'
import { price } from './berth.schemas'
import { NewBerth } from './new-berth.dto'

@Controller('piers')
export class PiersController {
  @Post()
  @UsePipes(new ValidationPipe())
  create(@Body() berth: NewBerth) {
    return Berth.create(berth) // flagged: no-unguarded-write
  }

  @Patch(':id')
  @UsePipes(new ZodBodyPipe(price))
  change(@Param('id') id: string, @Body() berth: NewBerth) {
    return Berth.findByIdAndUpdate(id, berth)
  }
}
