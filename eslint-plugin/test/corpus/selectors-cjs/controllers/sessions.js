const bcrypt = require('bcryptjs')
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
