class BaseController {
  constructor(service) {
    this.service = service
  }

  list = async (req, res) => {
    res.success(await this.service.list())
  }

  create = async (req, res) => {
    try {
      res.success(await this.service.create(req.body), 201)
    } catch (error) {
      res.failure(error)
    }
  }

  rename = async (req, res) => {
    const { name } = req.body
    res.success(await this.service.create({ name }))
  }

  // What a queue calls has a `body` as well.
  receive = async (message) => {
    await this.service.create(message.body)
  }
}

module.exports = BaseController
