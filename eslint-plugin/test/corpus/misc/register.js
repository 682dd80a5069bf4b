import { guard } from 'mongoose-guard/express'
import { Article } from './lib/article.js'

/** Registers everything on the app that it is given. */
export default function register(app, { cache, queue }) {
  const invalidate = (req, res, next) => {
    cache.set('articles', undefined)
    next()
  }

  app.post(
    '/articles',
    guard(Article, { allow: ['title', 'body'] }),
    invalidate,
    async function createArticle(request, response) {
      const article = await Article.create(request.validated)
      await queue.publish({ topic: 'article', body: article.toJSON() })
      response.status(201).json(article)
    },
  )

  app.post('/articles/:id', guard(Article, { allow: ['title'], partial: true }), invalidate, (...handlerArguments) => {
    const [request, response] = handlerArguments
    Object.assign(request.article, request.body) // flagged: no-body-after-guard
    response.json(request.article)
  })

  queue.subscribe('import', async (message, done) => {
    await Article.create(message.body)
    done()
  })
}
