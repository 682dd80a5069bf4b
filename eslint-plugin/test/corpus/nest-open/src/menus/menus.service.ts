import { Injectable } from '@nestjs/common'
import { InjectModel } from '@nestjs/mongoose'
import { Model } from 'mongoose'
import { CreateMenuDto } from './dto/create-menu.dto'
import { Menu, type MenuDocument } from './menu.schema'

@Injectable()
export class MenusService {
  constructor(@InjectModel(Menu.name) private readonly menuModel: Model<MenuDocument>) {}

  async create(dto: CreateMenuDto) {
    const created = new this.menuModel(dto)
    return created.save()
  }

  update(id: string, dto: Partial<CreateMenuDto>) {
    return this.menuModel.findByIdAndUpdate(id, dto, { new: true }).exec()
  }

  publish(id: string, isPublic: boolean) {
    return this.menuModel.findByIdAndUpdate(id, { isPublic }).exec()
  }
}
