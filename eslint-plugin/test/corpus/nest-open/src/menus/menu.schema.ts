import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose'
import type { HydratedDocument } from 'mongoose'

@Schema()
export class Menu {
  @Prop() title: string
  @Prop() isPublic: boolean
}

export type MenuDocument = HydratedDocument<Menu>
export const MenuSchema = SchemaFactory.createForClass(Menu)
