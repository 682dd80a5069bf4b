import { Exclude, Expose } from 'class-transformer'
import { IsInt, IsString } from 'class-validator'

export class NewBooking {
  @IsString() guest: string
  @IsInt() nights: number
}

@Exclude()
export class BookingChange {
  @Expose() @IsInt() nights: number
}
