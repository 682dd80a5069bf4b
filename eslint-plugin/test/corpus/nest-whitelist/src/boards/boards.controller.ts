import { Body, Controller, Param, Patch, Post, Put } from '@nestjs/common'
import { CreateBoardDto } from './dto/create-board.dto'
import { BoardsService } from './boards.service'

@Controller('boards')
export class BoardsController {
  constructor(private readonly boardsService: BoardsService) {}

  @Post()
  create(@Body() dto: CreateBoardDto) {
    return this.boardsService.create(dto)
  }

  @Patch(':id')
  update(@Param('id') id: string, @Body() changes: any) {
    return this.boardsService.update(id, changes) // flagged: no-unguarded-write
  }

  @Put(':id/public')
  publish(@Param('id') id: string, @Body('isPublic') isPublic: boolean) {
    return this.boardsService.publish(id, isPublic)
  }
}
