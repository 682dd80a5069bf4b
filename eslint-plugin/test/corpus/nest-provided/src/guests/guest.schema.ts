import { Prop, Schema } from '@nestjs/mongoose'

@Schema()
export class Guest {
  @Prop() name: string
  @Prop() isBanned: boolean
}
