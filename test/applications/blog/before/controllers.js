import { answerInvalid } from '../errors.js'
import { Account, Comment, Post } from '../models.js'
import { Checks } from './checks.js'

const withoutUndefined = (fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

export async function signUp(req, res) {
  const checks = new Checks(req.body, ['email', 'password', 'confirm', 'displayName', 'captcha', 'terms'])
  const email = checks.email('email')
  const password = checks.password('password')
  const confirm = checks.text('confirm', { required: true })
  const displayName = checks.text('displayName', { min: 2, max: 40 })
  if (checks.text('captcha', { required: true }) !== undefined && req.body.captcha !== '7')
    checks.fail('captcha', 'is wrong')
  if (!checks.checkbox('terms')) checks.fail('terms', 'must be accepted')
  if (confirm !== undefined && confirm !== password) checks.fail('confirm', 'is not the same')
  if (!checks.isRight) return answerInvalid(res, checks.errors)
  const account = await Account.create(withoutUndefined({ email, password, displayName }))
  return res.status(201).json({ success: true, id: account.id, displayName: account.displayName })
}

export async function logIn(req, res) {
  const checks = new Checks(req.body, ['email', 'password', 'remember'])
  const email = checks.email('email')
  const password = checks.text('password', { required: true })
  const remember = checks.checkbox('remember')
  if (!checks.isRight) return answerInvalid(res, checks.errors)
  const account = await Account.findOne({ email: email.toLowerCase(), password })
  if (account === null) return res.status(401).json({ success: false })
  return res.json({ success: true, days: remember ? 30 : 1 })
}

export async function forgot(req, res) {
  const checks = new Checks(req.body, ['email'])
  const email = checks.email('email')
  if (!checks.isRight) return answerInvalid(res, checks.errors)
  return res.json({ success: true, known: (await Account.countDocuments({ email })) === 1 })
}

export async function saveProfile(req, res) {
  const checks = new Checks(req.body, ['displayName', 'birthday', 'website', 'postsPerPage', 'newsletter', 'address'])
  const changes = {
    displayName: checks.text('displayName', { min: 2, max: 40 }),
    birthday: checks.date('birthday'),
    website: checks.text('website'),
    postsPerPage: checks.number('postsPerPage', 5, 50),
    newsletter: req.body.newsletter === undefined ? undefined : checks.checkbox('newsletter'),
  }
  if (changes.website !== undefined && !/^https:/.test(changes.website))
    checks.fail('website', 'must begin with https:')
  const address = req.body.address ?? {}
  for (const [name, value] of Object.entries(address)) {
    if (!['city', 'zip'].includes(name)) checks.fail(`address.${name}`, 'is not known')
    else if (typeof value !== 'string') checks.fail(`address.${name}`, 'must be a text')
    else if (value !== '') changes[`address.${name}`] = value
  }
  if (!checks.isRight) return answerInvalid(res, checks.errors)
  const account = await Account.findByIdAndUpdate(
    req.params.id,
    { $set: withoutUndefined(changes) },
    { returnDocument: 'after' },
  )
  return res.json({ success: true, account })
}

export async function changePassword(req, res) {
  const checks = new Checks(req.body, ['current', 'password', 'confirm'])
  const current = checks.text('current', { required: true })
  const password = checks.password('password')
  const confirm = checks.text('confirm', { required: true })
  if (confirm !== undefined && confirm !== password) checks.fail('confirm', 'is not the same')
  if (!checks.isRight) return answerInvalid(res, checks.errors)
  const account = await Account.findOneAndUpdate({ _id: req.params.id, password: current }, { password })
  return account === null ? res.status(401).json({ success: false }) : res.json({ success: true })
}

export async function deleteAccount(req, res) {
  const checks = new Checks(req.body, ['confirmation'])
  if (checks.text('confirmation', { required: true }) !== undefined && req.body.confirmation !== 'DELETE') {
    checks.fail('confirmation', 'must be DELETE')
  }
  if (!checks.isRight) return answerInvalid(res, checks.errors)
  await Account.findByIdAndDelete(req.params.id)
  return res.json({ success: true })
}

function readPost(req) {
  const checks = new Checks(req.body, ['title', 'body', 'tags', 'isPublished', 'publishAt', 'priority', 'links'])
  const links = Array.isArray(req.body?.links) ? req.body.links : []
  links.forEach(({ label, url, ...rest }, index) => {
    if (!label) checks.fail(`links.${index}.label`, 'is required')
    if (!url) checks.fail(`links.${index}.url`, 'is required')
    else if (!/^https?:/.test(url)) checks.fail(`links.${index}.url`, 'is no address')
    for (const name of Object.keys(rest)) checks.fail(`links.${index}.${name}`, 'is not known')
  })
  const post = {
    title: checks.text('title', { required: true, min: 3, max: 120 }),
    body: checks.text('body', { required: true, min: 20 }),
    tags: checks.list('tags', 3),
    isPublished: checks.checkbox('isPublished'),
    publishAt: checks.date('publishAt'),
    priority: checks.number('priority', 0, 9),
    links,
  }
  if (post.publishAt !== undefined && post.isPublished) checks.fail('publishAt', 'is in vain for what is published')
  return { checks, post: withoutUndefined(post) }
}

export async function createPost(req, res) {
  const { checks, post } = readPost(req)
  if (!checks.isRight) return answerInvalid(res, checks.errors)
  return res.status(201).json({ success: true, post: await Post.create(post) })
}

export async function savePost(req, res) {
  const { checks, post } = readPost(req)
  if (!checks.isRight) return answerInvalid(res, checks.errors)
  const saved = await Post.findByIdAndUpdate(req.params.id, post, { returnDocument: 'after' })
  return res.json({ success: true, post: saved })
}

export async function addComment(req, res) {
  // The field is hidden from people: only programs fill it in.
  const checks = new Checks(req.body, ['name', 'email', 'text', 'homepage'])
  const comment = {
    name: checks.text('name', { required: true, min: 2, max: 40 }),
    email: checks.email('email'),
    text: checks.text('text', { required: true, max: 2000 }),
  }
  if (checks.text('homepage') !== undefined) checks.fail('homepage', 'must be empty')
  if (!checks.isRight) return answerInvalid(res, checks.errors)
  await Comment.create({ ...comment, post: req.params.id })
  return res.status(201).json({ success: true, comments: await Comment.countDocuments({ post: req.params.id }) })
}

export function contact(req, res) {
  const checks = new Checks(req.body, ['name', 'email', 'subject', 'message'])
  checks.text('name', { required: true })
  checks.email('email')
  const subject = checks.text('subject', { required: true })
  if (subject !== undefined && !['praise', 'question'].includes(subject)) checks.fail('subject', 'is not known')
  checks.text('message', { required: true, min: 10, max: 500 })
  if (!checks.isRight) return answerInvalid(res, checks.errors)
  return res.status(202).json({ success: true, subject })
}

export async function setPriorities(req, res) {
  const checks = new Checks(req.body, ['ids'])
  const { ids } = req.body ?? {}
  if (!Array.isArray(ids) || ids.length === 0) checks.fail('ids', 'is required')
  else ids.forEach((id, index) => /^[0-9a-f]{24}$/.test(id) || checks.fail(`ids.${index}`, 'is no id'))
  if (!checks.isRight) return answerInvalid(res, checks.errors)
  await Promise.all(ids.map((id, index) => Post.findByIdAndUpdate(id, { priority: Math.min(index, 9) })))
  return res.json({ success: true, ordered: ids.length })
}

export async function patchPost(req, res) {
  const checks = new Checks(req.body, ['_id', '__v', 'createdAt', 'updatedAt', 'views', 'title', 'body'])
  const changes = withoutUndefined({
    title: checks.text('title', { min: 3, max: 120 }),
    body: checks.text('body', { min: 20 }),
  })
  if (checks.isRight && Object.keys(changes).length === 0) checks.fail('title', 'or body is needed')
  if (!checks.isRight) return answerInvalid(res, checks.errors)
  const post = await Post.findByIdAndUpdate(req.params.id, changes, { returnDocument: 'after' })
  return res.json({ success: true, post })
}
