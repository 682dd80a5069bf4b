import { Router } from 'express'
import { z } from 'zod'
import { Article } from './lib/article.js'

const articleSchema = z.object({ title: z.string().min(1), body: z.string() })

export const zodRouter = Router()

zodRouter.post('/articles', async (req, res) => {
  const parsed = articleSchema.safeParse(req.body)
  if (!parsed.success) return void res.status(400).json(parsed.error.flatten())
  res.status(201).json(await Article.create(parsed.data))
})

zodRouter.patch('/articles/:id', async (req, res) => {
  req.body = articleSchema.partial().parse(req.body)
  res.json(await Article.findByIdAndUpdate(req.params.id, req.body, { new: true }))
})

zodRouter.post('/search', async ({ body: { text = '', limit = 10 } }, res) => {
  res.json(await Article.find({ $text: { $search: text } }).limit(limit))
})
