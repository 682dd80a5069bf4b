import type { NextFunction, Request, Response } from 'express'
import { AppointmentService } from '../services/appointment.service'

class AppointmentController {
  constructor(private readonly service: AppointmentService) {
    this.book = this.book.bind(this)
    this.confirm = this.confirm.bind(this)
  }

  async book(req: Request, res: Response, next: NextFunction) {
    try {
      const appointment = await this.service.book(req.body)
      res.status(201).json(appointment)
    } catch (err) {
      next(err)
    }
  }

  async confirm(req: Request, res: Response, next: NextFunction) {
    try {
      res.json(await this.service.confirm(req.params.id, req.user.name))
    } catch (err) {
      next(err)
    }
  }
}

export default new AppointmentController(new AppointmentService())
