import { Body, Controller, Param, Patch, Post, Put } from '@nestjs/common'
import { CreateNoteDto } from './dto/create-note.dto'
import { NotesService } from './notes.service'

@Controller('notes')
export class NotesController {
  constructor(private readonly notesService: NotesService) {}

  @Post()
  create(@Body() dto: CreateNoteDto) {
    return this.notesService.create(dto)
  }

  @Patch(':id')
  update(@Param('id') id: string, @Body() changes: any) {
    return this.notesService.update(id, changes) // flagged: no-unguarded-write
  }

  @Put(':id/public')
  publish(@Param('id') id: string, @Body('isPublic') isPublic: boolean) {
    return this.notesService.publish(id, isPublic)
  }
}
