import type { Request, Response } from 'express'
import { logBody, ok, wrap } from '../../shared'
import { TaskModel } from './task.model'

export const createTask = wrap(async (req, res) => {
  ok(res, await TaskModel.create(req.validated), 201)
})

export const updateTask = wrap(async (req, res) => {
  logBody(req)
  ok(res, await TaskModel.findByIdAndUpdate(req.params.id, req.validated, { new: true }))
})

export const assignTask = wrap(async (req: Request, res: Response) => {
  const { assignee } = req.body
  ok(res, await TaskModel.findByIdAndUpdate(req.params.id, { assignee }, { new: true }))
})

export async function bulkUpdate(req: Request, res: Response) {
  const operations = req.body.map((change: { id: string; done: boolean }) => ({
    updateOne: { filter: { _id: change.id }, update: { $set: { done: change.done } } },
  }))
  ok(res, await TaskModel.bulkWrite(operations))
}

export async function restoreTask(req: Request, res: Response) {
  const task = new TaskModel()
  Object.assign(task, req.body, { done: false }) // flagged: no-unguarded-write
  ok(res, await task.save())
}
