const bcrypt = require('bcryptjs')
const jwt = require('jsonwebtoken')
const validator = require('validator')
const Tenant = require('../models/tenant')
const tenants = require('../services/tenants')

exports.login = async (req, res) => {
  const { email, password } = req.body
  if (!email || !password) return res.status(400).json({ message: 'Both, please' })
  const tenant = await Tenant.findOne({ email }).select('+password') // flagged: no-unguarded-filter
  if (!tenant || !(await bcrypt.compare(password, tenant.password))) return res.sendStatus(401)
  res.json({ id: tenant.id })
}

exports.loginOfTexts = async (req, res) => {
  const { email, password } = req.body
  if (typeof email !== 'string' || typeof password !== 'string') return res.sendStatus(400)
  const tenant = await Tenant.findOne({ email }).select('+password')
  if (!tenant || !(await bcrypt.compare(password, tenant.password))) return res.sendStatus(401)
  res.json({ id: tenant.id })
}

exports.loginByEq = async (req, res) => {
  const tenant = await Tenant.findOne({ email: { $eq: req.body.email } })
  res.json({ id: tenant.id })
}

exports.forgot = async (req, res) => {
  const email = req.body.email.toLowerCase().trim()
  const tenant = await Tenant.findOne({ email })
  res.json({ sent: !!tenant })
}

exports.reset = async (req, res) => {
  const tenant = await tenants.byCode(req.body.code) // flagged: no-unguarded-filter
  if (!tenant) return res.sendStatus(400)
  tenant.password = await bcrypt.hash(String(req.body.password), 10)
  await tenant.save()
  res.sendStatus(204)
}

exports.exists = async (req, res) => {
  res.json(await tenants.exists(String(req.body.email)))
}

exports.close = async (req, res) => {
  await tenants.close(req.body.email)
  res.sendStatus(204)
}

exports.invite = async (req, res) => {
  const { email, name } = req.body
  if (!validator.isEmail(email)) return res.sendStatus(400)
  await tenants.invite({ email, name })
  res.sendStatus(204)
}

exports.inviteAnyone = async (req, res) => {
  const { email, name } = req.body
  await tenants.invite({ email, name }) // flagged: no-unguarded-filter
  res.sendStatus(204)
}

exports.confirm = async (req, res) => {
  const { id, token } = req.body
  const signed = jwt.verify(token, process.env.SECRET)
  if (signed.id !== id) return res.sendStatus(400)
  res.json(await Tenant.findById(id))
}

exports.confirmByCode = async (req, res) => {
  const { id, resetCode } = req.body
  if (id !== req.body.other) return res.sendStatus(400)
  res.json(await Tenant.findById(id)) // flagged: no-unguarded-filter
}
