import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose'
import type { HydratedDocument } from 'mongoose'

@Schema()
export class Note {
  @Prop() title: string
  @Prop() isPublic: boolean
}

export type NoteDocument = HydratedDocument<Note>
export const NoteSchema = SchemaFactory.createForClass(Note)
