import { Router } from 'express'
import { guard } from 'mongoose-guard/express'
import { Article } from './lib/article.js'
import * as articles from './controllers/articles.js'
import { ArticleController } from './controllers/article-class.js'

const controller = new ArticleController(Article)
const router = Router()
const newArticle = guard(Article, { allow: ['title', 'body'] })

router.post('/', newArticle, articles.create)
router.post('/draft', newArticle, articles.draft) // flagged: no-body-after-guard
router.post('/class', newArticle, controller.create) // flagged: no-body-after-guard
router.post('/class/bound', newArticle, controller.publish.bind(controller))
router.post('/preview', newArticle, (req, res) => {
  const { body } = req.validated
  const article = { ...req.validated, excerpt: body.slice(0, 100) }
  res.json({ article, body })
})
router.post('/mail', newArticle, async (req, res) => {
  const mail = await articles.compose(req.validated)
  res.json({ text: mail.body, html: res.body })
})
router.post('/sign', verifySignature, newArticle, articles.create)
router.post('/compat', newArticle, useValidated, articles.draft)

function verifySignature(req, res, next) {
  return req.get('x-signature') === digest(req.body) ? next() : res.sendStatus(401)
}

function useValidated(req, res, next) {
  req.body = req.validated
  next()
}

export default router
