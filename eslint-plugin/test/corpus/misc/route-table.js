import { guard } from 'mongoose-guard/express'
import { Article } from './lib/article.js'

const routes = [
  { method: 'post', path: '/articles', before: [guard(Article, { allow: ['title'] })], handler: createArticle },
  { method: 'get', path: '/articles', before: [], handler: listArticles },
]

async function createArticle(req, res) {
  res.status(201).json(await Article.create(req.body)) // flagged: no-body-after-guard
}

async function listArticles(req, res) {
  res.json(await Article.find())
}

export function mount(app) {
  for (const { method, path, before, handler } of routes) app[method](path, ...before, handler)
}
