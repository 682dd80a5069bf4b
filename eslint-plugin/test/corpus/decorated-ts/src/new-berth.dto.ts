import { IsString } from 'class-validator'

export class NewBerth {
  @IsString()
  harbor!: string
}
