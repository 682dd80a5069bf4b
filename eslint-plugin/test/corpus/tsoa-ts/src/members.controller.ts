import type { Request as ExpressRequest } from 'express'
import { Body, Controller, Path, Post, Put, Request, Route } from 'tsoa'
import { Member } from './member.model'
import { MembersService } from './members.service'

export interface NewMember {
  name: string
  email: string
}

@Route('members')
export class MembersController extends Controller {
  @Post()
  public async create(@Body() fields: NewMember) {
    const service = new MembersService()
    if (await Member.findOne({ email: fields.email })) return this.setStatus(409)
    return service.create(fields) // flagged: no-unguarded-write
  }

  @Put('{id}')
  public async change(@Path() id: string, @Request() request: ExpressRequest) {
    return Member.findByIdAndUpdate(id, request.body) // flagged: no-unguarded-write
  }

  @Put('{id}/name')
  public async rename(@Path() id: string, @Body() { name }: NewMember) {
    return Member.findByIdAndUpdate(id, { name })
  }
}
