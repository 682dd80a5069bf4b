module.exports = class BaseController {
  constructor(Model) {
    this.Model = Model
  }

  store = async (req, res) => {
    res.status(201).json(await this.Model.create(req.body))
  }

  show = async (req, res) => {
    res.json(await this.Model.findById(req.params.id))
  }
}
