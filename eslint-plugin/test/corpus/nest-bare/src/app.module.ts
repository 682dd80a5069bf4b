import { Module, ValidationPipe } from '@nestjs/common'
import { APP_PIPE } from '@nestjs/core'
import { RoomsController } from './rooms/rooms.controller'
import { RoomsService } from './rooms/rooms.service'

@Module({ controllers: [RoomsController], providers: [RoomsService, { provide: APP_PIPE, useClass: ValidationPipe }] })
export class AppModule {}
