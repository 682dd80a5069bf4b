import { Request, Response, Router } from 'express'
import { guard } from 'mongoose-guard/express'
import { Patient } from '../models/patient.model'
import { BaseController } from './base.controller'

const details = ['name', 'birthDate', 'insurance'] as const

export class PatientController extends BaseController {
  public readonly path = '/patients'
  public readonly router = Router()

  constructor() {
    super()
    this.initializeRoutes()
  }

  private initializeRoutes() {
    this.router.get(this.path, this.handle(this.list))
    this.router.post(this.path, guard(Patient, { allow: [...details] }), this.create)
    this.router.patch(
      `${this.path}/:id`,
      guard(Patient, { allow: [...details], partial: true }),
      this.handle(this.update),
    )
    this.router.post(`${this.path}/:id/notes`, this.addNote.bind(this))
  }

  private async list() {
    return Patient.find({ discharged: false }).sort('name').lean()
  }

  private create = async (req: Request, res: Response): Promise<void> => {
    const patient = await Patient.create((req as any).body) // flagged: no-body-after-guard
    this.created(res, patient)
  }

  private async update(req: Request, res: Response) {
    const patient = await Patient.findById(req.params.id).orFail()
    patient.set(req.body as Partial<typeof patient>) // flagged: no-body-after-guard
    return patient.save()
  }

  private async addNote(req: Request, res: Response) {
    const { note } = req.body as { note: string }
    await Patient.updateOne({ _id: req.params.id }, { $push: { notes: note } })
    res.sendStatus(204)
  }
}
