import { IsInt, IsString } from 'class-validator'

export class NewRoom {
  @IsString() name: string
  @IsInt() beds: number
}
