import { Member } from './member.model'
import type { NewMember } from './members.controller'

export class MembersService {
  public async create(fields: NewMember) {
    return new Member(fields).save()
  }
}
