const Joi = require('joi')
const mongoose = require('mongoose')

exports.Drink = mongoose.model('Drink', new mongoose.Schema({ name: String, price: Number, approved: Boolean }))

exports.validateDrink = (body) => {
  const schema = Joi.object({ name: Joi.string().min(2).required(), price: Joi.number().min(1) })
  return schema.validate(body)
}

exports.validateLoosely = (body) => {
  const schema = Joi.object({ name: Joi.string().min(2).required() }).unknown()
  return schema.validate(body)
}

exports.errorOf = function (body) {
  const { error } = Joi.object({ name: Joi.string() }).validate(body)
  return error
}
