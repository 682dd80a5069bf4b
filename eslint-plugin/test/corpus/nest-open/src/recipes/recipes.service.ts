import { Injectable } from '@nestjs/common'
import { InjectModel } from '@nestjs/mongoose'
import { Model } from 'mongoose'
import { CreateRecipeDto } from './dto/create-recipe.dto'
import { Recipe, type RecipeDocument } from './recipe.schema'

@Injectable()
export class RecipesService {
  constructor(@InjectModel(Recipe.name) private readonly recipeModel: Model<RecipeDocument>) {}

  async create(dto: CreateRecipeDto) {
    const created = new this.recipeModel(dto)
    return created.save()
  }

  update(id: string, dto: Partial<CreateRecipeDto>) {
    return this.recipeModel.findByIdAndUpdate(id, dto, { new: true }).exec()
  }

  publish(id: string, isPublic: boolean) {
    return this.recipeModel.findByIdAndUpdate(id, { isPublic }).exec()
  }
}
