import { Router } from 'express'
import type { Request, Response } from 'express'
import mongoose from 'mongoose'
import { guard } from 'mongoose-guard/express'

const Lock = mongoose.model('Lock', new mongoose.Schema({ code: String, bike: String }))

class LockController {
  constructor(
    private readonly req: Request,
    private readonly res: Response,
  ) {}

  async create() {
    this.res.json(await Lock.create(this.req.body)) // flagged: no-unguarded-write
  }

  async guarded() {
    this.res.json(await Lock.create(this.req.validated))
  }

  async both() {
    this.res.json(this.req.body) // flagged: no-body-after-guard
  }

  async named() {
    this.res.json(await Lock.create({ code: this.req.body.code }))
  }
}

const router = Router()
router.post('/', (req, res) => new LockController(req, res).create())
router.post('/guarded', guard(Lock, { allow: ['code'] }), (req, res) => new LockController(req, res).guarded())
router.post('/both', guard(Lock, { allow: ['code'] }), (req, res) => new LockController(req, res).both())
router.post('/named', (req, res) => new LockController(req, res).named())
export default router
