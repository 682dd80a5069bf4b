import { IsString } from 'class-validator'

export class NewGuest {
  @IsString() name: string
}

export interface GuestFields {
  name: string
}
