import { Injectable } from '@nestjs/common'
import { InjectModel } from '@nestjs/mongoose'
import { Model } from 'mongoose'
import { CreateNoteDto } from './dto/create-note.dto'
import { Note, type NoteDocument } from './note.schema'

@Injectable()
export class NotesService {
  constructor(@InjectModel(Note.name) private readonly noteModel: Model<NoteDocument>) {}

  async create(dto: CreateNoteDto) {
    const created = new this.noteModel(dto)
    return created.save()
  }

  update(id: string, dto: Partial<CreateNoteDto>) {
    return this.noteModel.findByIdAndUpdate(id, dto, { new: true }).exec()
  }

  publish(id: string, isPublic: boolean) {
    return this.noteModel.findByIdAndUpdate(id, { isPublic }).exec()
  }
}
