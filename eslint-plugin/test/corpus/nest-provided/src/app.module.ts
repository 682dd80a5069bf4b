import { Module, ValidationPipe } from '@nestjs/common'
import { APP_PIPE } from '@nestjs/core'
import { isStrict } from './config'
import { GuestsController } from './guests/guests.controller'

@Module({
  controllers: [GuestsController],
  providers: [{ provide: APP_PIPE, useFactory: () => new ValidationPipe({ transform: true, whitelist: isStrict }) }],
})
export class AppModule {}
