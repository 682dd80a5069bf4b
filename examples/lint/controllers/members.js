import { Member } from '../models/member.js'

export async function replace(req, res) {
  res.json(await Member.findOneAndReplace({ _id: req.params.id }, req.body))
}
