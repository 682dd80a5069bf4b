import Joi from 'joi'

const password = Joi.string().min(8).pattern(/\d/).pattern(/[a-z]/i)
const email = Joi.string().email()
const id = Joi.string().hex().length(24)

export const register = Joi.object({
  name: Joi.string().trim().min(2).max(60).required(),
  email: email.required(),
  password: password.required(),
  confirmPassword: Joi.any().valid(Joi.ref('password')).required(),
})

export const login = Joi.object({ email: Joi.string().required(), password: Joi.string().required() })

export const refreshToken = Joi.object({ refreshToken: Joi.string().guid().required() })

export const forgotPassword = Joi.object({ email: email.required(), captcha: Joi.string().length(6).required() })

export const resetPassword = Joi.object({
  token: Joi.string().guid().required(),
  password: password.required(),
  confirmPassword: Joi.any().valid(Joi.ref('password')).required(),
})

export const changePassword = Joi.object({
  currentPassword: Joi.string().required(),
  password: password.invalid(Joi.ref('currentPassword')).required(),
})

export const createUser = Joi.object({
  name: Joi.string().required(),
  email: email.required(),
  password: password.required(),
  role: Joi.string().valid('user', 'admin').required(),
})

export const updateUser = Joi.object({ name: Joi.string(), email, password }).min(1)

/** What the client got from GET, sent back as a whole. */
export const replaceUser = Joi.object({
  _id: Joi.any().strip(),
  __v: Joi.any().strip(),
  createdAt: Joi.any().strip(),
  updatedAt: Joi.any().strip(),
  isEmailVerified: Joi.any().strip(),
  name: Joi.string().min(2).required(),
  email: email.required(),
  role: Joi.string().valid('user', 'admin').required(),
  preferences: Joi.object({ language: Joi.string().valid('en', 'de'), digest: Joi.boolean().strict() }),
})

export const preferences = Joi.object({
  preferences: Joi.object({ language: Joi.string().valid('en', 'de'), digest: Joi.boolean().strict() }).required(),
})

export const importUsers = Joi.array()
  .items(Joi.object({ name: Joi.string().required(), email: email.required(), password: password.required() }))
  .min(1)
  .max(100)

export const deleteUsers = Joi.object({ ids: Joi.array().items(id).min(1).max(50).required() })

export const subscribe = Joi.object({
  email: email.required(),
  topics: Joi.array().items(Joi.string().valid('news', 'releases')).min(1).required(),
  consent: Joi.boolean().strict().valid(true).required(),
})

export const mailEvent = Joi.object({
  event: Joi.string().valid('delivered', 'bounced').required(),
  recipient: email.required(),
  timestamp: Joi.number().integer().strict().required(),
  details: Joi.object().unknown(),
})
