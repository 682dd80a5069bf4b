import { toUpdate } from 'mongoose-guard'
import { Account, Comment, Post } from '../models.js'

export async function signUp(req, res) {
  const account = await Account.create(req.validated)
  res.status(201).json({ success: true, id: account.id, displayName: account.displayName })
}

export async function logIn(req, res) {
  const { email, password, remember } = req.validated
  const account = await Account.findOne({ email: email.toLowerCase(), password })
  if (account === null) res.status(401).json({ success: false })
  else res.json({ success: true, days: remember ? 30 : 1 })
}

export async function forgot(req, res) {
  res.json({ success: true, known: (await Account.countDocuments(req.validated)) === 1 })
}

export async function saveProfile(req, res) {
  const update = toUpdate(Account, req.validated)
  const account = await Account.findByIdAndUpdate(req.params.id, update, { returnDocument: 'after' })
  res.json({ success: true, account })
}

export async function changePassword(req, res) {
  const account = await Account.findOneAndUpdate({ _id: req.params.id, password: req.extra.current }, req.validated)
  if (account === null) res.status(401).json({ success: false })
  else res.json({ success: true })
}

export async function deleteAccount(req, res) {
  await Account.findByIdAndDelete(req.params.id)
  res.json({ success: true })
}

/** What a form without it says: a box that is not checked, a list without an entry. */
const nothing = { isPublished: false, tags: [], links: [] }

export async function createPost(req, res) {
  res.status(201).json({ success: true, post: await Post.create({ ...nothing, ...req.validated }) })
}

export async function savePost(req, res) {
  const post = await Post.findByIdAndUpdate(
    req.params.id,
    { ...nothing, ...req.validated },
    { returnDocument: 'after' },
  )
  res.json({ success: true, post })
}

export async function addComment(req, res) {
  await Comment.create({ ...req.validated, post: req.params.id })
  res.status(201).json({ success: true, comments: await Comment.countDocuments({ post: req.params.id }) })
}

export function contact(req, res) {
  res.status(202).json({ success: true, subject: req.validated.subject })
}

export async function setPriorities(req, res) {
  const { ids } = req.validated
  await Promise.all(ids.map((id, index) => Post.findByIdAndUpdate(id, { priority: Math.min(index, 9) })))
  res.json({ success: true, ordered: ids.length })
}

export async function patchPost(req, res) {
  const post = await Post.findByIdAndUpdate(req.params.id, req.validated, { returnDocument: 'after' })
  res.json({ success: true, post })
}
