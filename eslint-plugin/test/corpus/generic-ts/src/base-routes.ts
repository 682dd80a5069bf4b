import { type Express, Router } from 'express'

export abstract class BaseRoutes<Controller> {
  readonly router = Router()
  readonly controller: Controller

  constructor(
    readonly app: Express,
    Made: new () => unknown,
  ) {
    this.controller = new Made() as Controller
  }
}
