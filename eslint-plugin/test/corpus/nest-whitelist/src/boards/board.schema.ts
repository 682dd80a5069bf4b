import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose'
import type { HydratedDocument } from 'mongoose'

@Schema()
export class Board {
  @Prop() title: string
  @Prop() isPublic: boolean
}

export type BoardDocument = HydratedDocument<Board>
export const BoardSchema = SchemaFactory.createForClass(Board)
