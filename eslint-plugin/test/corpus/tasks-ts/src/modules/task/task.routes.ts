import { Router } from 'express'
import { guard } from '../../shared'
import * as controller from './task.controller'
import { TaskModel } from './task.model'

export const taskRoutes = Router()

taskRoutes.post('/', guard(TaskModel, { allow: ['title', 'priority', 'assignee'] }), controller.createTask)
taskRoutes.patch('/:id', guard(TaskModel, { allow: ['title', 'assignee.name'], partial: true }), controller.updateTask) // flagged: no-body-after-guard
taskRoutes.put('/:id/assignee', guard(TaskModel, { allow: ['assignee'] }), controller.assignTask) // flagged: no-body-after-guard
taskRoutes.post('/bulk', controller.bulkUpdate)
taskRoutes.post('/restore', controller.restoreTask)
