import { plainToInstance } from 'class-transformer'
import { validateOrReject } from 'class-validator'
import { Router, type NextFunction, type Request, type Response } from 'express'
import { Article } from './lib/article.js'
import { ArticleDto } from './lib/article.dto.js'

const validateDto = (Dto: new () => object) => async (req: Request, _res: Response, next: NextFunction) => {
  req.body = plainToInstance(Dto, req.body, { excludeExtraneousValues: true })
  await validateOrReject(req.body as object)
  next()
}

export const dtoRouter = Router()

dtoRouter.post('/articles', validateDto(ArticleDto), async (req, res) => {
  res.status(201).json(await Article.create(req.body as ArticleDto))
})

dtoRouter.put('/articles/:id', async (req, res, next) => {
  try {
    const dto = plainToInstance(ArticleDto, req.body)
    res.json(await Article.findByIdAndUpdate(req.params.id, dto))
  } catch (error) {
    next(error)
  }
})
