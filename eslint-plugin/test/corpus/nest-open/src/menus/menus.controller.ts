import { Body, Controller, Param, Patch, Post, Put } from '@nestjs/common'
import { CreateMenuDto } from './dto/create-menu.dto'
import { MenusService } from './menus.service'

@Controller('menus')
export class MenusController {
  constructor(private readonly menusService: MenusService) {}

  @Post()
  create(@Body() dto: CreateMenuDto) {
    return this.menusService.create(dto) // flagged: no-unguarded-write
  }

  @Patch(':id')
  update(@Param('id') id: string, @Body() changes: any) {
    return this.menusService.update(id, changes) // flagged: no-unguarded-write
  }

  @Put(':id/public')
  publish(@Param('id') id: string, @Body('isPublic') isPublic: boolean) {
    return this.menusService.publish(id, isPublic)
  }
}
