import type { Express } from 'express'
import Joi from 'joi'
import { BaseRoutes } from './base-routes'
import { BerthController } from './berth-controller'
import { validate } from './validate'

const berth = Joi.object({ quay: Joi.string().required(), length: Joi.number() })

export class BerthRoutes extends BaseRoutes<BerthController> {
  constructor(app: Express) {
    super(app, BerthController)
    this.router.post('/berths', validate(berth), this.controller.add)
    this.router.post('/berths/any', this.controller.addAny)
  }
}
