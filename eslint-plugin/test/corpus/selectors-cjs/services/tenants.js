const validator = require('validator')
const Tenant = require('../models/tenant')

exports.byCode = (resetCode) => Tenant.findOne({ resetCode, expires: { $gt: Date.now() } })
exports.exists = (email) => Tenant.exists({ email })
exports.close = async (email) => {
  if (!validator.isEmail(email)) throw new TypeError('No address')
  await Tenant.deleteOne({ email })
}
exports.invite = async ({ email, name }) => {
  if (await Tenant.exists({ email })) throw new Error('Invited before')
  await Tenant.create({ email, name })
}
