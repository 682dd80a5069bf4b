import { Router } from 'express'
import { guard } from './lib/permissions.js'
import { Article } from './lib/article.js'

const router = Router()

router.post('/articles', guard('articles:write'), async (req, res) => {
  const { title, body } = req.body
  res.status(201).json(await Article.create({ title, body, author: req.user.id }))
})

router.post('/articles/preview', guard('articles:read'), (req, res) => {
  res.send(`<h1>${req.body.title}</h1>${req.body.body}`)
})

export default router
