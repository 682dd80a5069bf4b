import { Router, type Request, type Response } from 'express'
import { toUpdate } from 'mongoose-guard'
import { guard, ok, wrap } from '../../shared'
import { Project } from './project.model'

const projectFields = ['name', 'members', 'settings.color'] as const

const changes = guard(Project, { allow: [...projectFields], partial: true })

function findProject(req: Request) {
  return Project.findById(req.params.id).orFail()
}

export const projectRoutes = Router()
  .post(
    '/',
    guard(Project, { allow: [...projectFields] }),
    wrap(async (req, res) => ok(res, await Project.create(req.validated), 201)),
  )
  .patch(
    '/:id',
    changes,
    wrap(async (req, res) => ok(res, await Project.findByIdAndUpdate(req.params.id, toUpdate(Project, req.validated)))),
  )
  .post(
    '/:id/rename',
    wrap(async (req: Request, res: Response) => {
      const project = await findProject(req)
      project.set({ name: req.body.name })
      ok(res, await project.save())
    }),
  )
  .post(
    '/:id/clone',
    wrap(async (req: Request, res: Response) => {
      const original = await findProject(req)
      const copy = new Project({ ...original.toObject(), ...req.body, _id: undefined }) // flagged: no-unguarded-write
      ok(res, await copy.save(), 201)
    }),
  )
