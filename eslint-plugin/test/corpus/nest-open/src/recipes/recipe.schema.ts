import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose'
import type { HydratedDocument } from 'mongoose'

@Schema()
export class Recipe {
  @Prop() title: string
  @Prop() isPublic: boolean
}

export type RecipeDocument = HydratedDocument<Recipe>
export const RecipeSchema = SchemaFactory.createForClass(Recipe)
