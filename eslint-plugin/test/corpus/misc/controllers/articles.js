import { Article } from '../lib/article.js'

export async function create(req, res) {
  const { title, body } = req.validated
  res.status(201).json(await Article.create({ title, body, author: req.user.id }))
}

export async function draft(req, res) {
  const article = new Article(req.body)
  article.author = req.user.id
  res.status(201).json(await article.save())
}

export const compose = async (article) => ({ subject: article.title, body: article.body })
