import { IsString } from 'class-validator'

export class CreateRecipeDto {
  @IsString() title: string
}
