import { createController } from 'awilix-express'
import { guard } from 'mongoose-guard/express'
import { Article } from './lib/article.js'

const api = ({ articleService }) => ({
  create: async (req, res) => res.status(201).json(await articleService.create(req.body)), // missed: no-body-after-guard
  list: async (req, res) => res.json(await articleService.list(req.query)),
})

export default createController(api)
  .prefix('/articles')
  .get('', 'list')
  .post('', 'create', { before: [guard(Article, { allow: ['title'] })] })
