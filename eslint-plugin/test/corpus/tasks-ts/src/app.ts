import express, { type ErrorRequestHandler } from 'express'
import { logRequest } from './shared'
import { projectRoutes } from './modules/project/project.routes'
import { taskRoutes } from './modules/task/task.routes'

const onError: ErrorRequestHandler = (err, req, res, _next) => {
  console.error(err, req.body)
  res.status(500).json({ ok: false })
}

export const app = express()
  .use(express.json())
  .use((req, _res, next) => {
    logRequest(req)
    next()
  })
  .use('/tasks', taskRoutes)
  .use('/projects', projectRoutes)
  .use(onError)
