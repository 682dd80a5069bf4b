import Joi from 'joi'
import { z } from 'zod'

export const newBerth = Joi.object({ harbor: Joi.string().required(), length: Joi.number() })
export const price = z.object({ price: z.number() })
