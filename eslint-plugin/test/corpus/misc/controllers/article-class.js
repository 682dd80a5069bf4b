export class ArticleController {
  #Model

  constructor(Model) {
    this.#Model = Model
  }

  create = async (req, res, next) => {
    try {
      res.status(201).json(await this.#save(req))
    } catch (error) {
      next(error)
    }
  }

  async publish(req, res) {
    const article = await this.#Model.findById(req.params.id)
    article.set(req.validated)
    res.json(await article.save())
  }

  #save(request) {
    const fields = { ...request.body, author: request.user.id }
    return this.#Model.create(fields)
  }
}
