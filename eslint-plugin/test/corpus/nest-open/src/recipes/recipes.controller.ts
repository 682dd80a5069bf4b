import { Body, Controller, Param, Patch, Post, Put } from '@nestjs/common'
import { CreateRecipeDto } from './dto/create-recipe.dto'
import { RecipesService } from './recipes.service'

@Controller('recipes')
export class RecipesController {
  constructor(private readonly recipesService: RecipesService) {}

  @Post()
  create(@Body() dto: CreateRecipeDto) {
    return this.recipesService.create(dto) // flagged: no-unguarded-write
  }

  @Patch(':id')
  update(@Param('id') id: string, @Body() changes: any) {
    return this.recipesService.update(id, changes) // flagged: no-unguarded-write
  }

  @Put(':id/public')
  publish(@Param('id') id: string, @Body('isPublic') isPublic: boolean) {
    return this.recipesService.publish(id, isPublic)
  }
}
