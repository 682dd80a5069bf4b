import Joi from 'joi'

export const newPort = Joi.object({ name: Joi.string().required(), berths: Joi.number().integer() })
export const anyPort = Joi.object({ name: Joi.string() }).unknown()
