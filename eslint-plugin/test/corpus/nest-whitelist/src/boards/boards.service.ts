import { Injectable } from '@nestjs/common'
import { InjectModel } from '@nestjs/mongoose'
import { Model } from 'mongoose'
import { CreateBoardDto } from './dto/create-board.dto'
import { Board, type BoardDocument } from './board.schema'

@Injectable()
export class BoardsService {
  constructor(@InjectModel(Board.name) private readonly boardModel: Model<BoardDocument>) {}

  async create(dto: CreateBoardDto) {
    const created = new this.boardModel(dto)
    return created.save()
  }

  update(id: string, dto: Partial<CreateBoardDto>) {
    return this.boardModel.findByIdAndUpdate(id, dto, { new: true }).exec()
  }

  publish(id: string, isPublic: boolean) {
    return this.boardModel.findByIdAndUpdate(id, { isPublic }).exec()
  }
}
