const { filmService } = require('../services')

class FilmController {
  constructor(service) {
    this.service = service
    this.create = this.create.bind(this)
  }

  async create(req, res) {
    res.status(201).json(await filmService.create(req.body)) // flagged: no-unguarded-write
  }

  async read(req, res) {
    res.json(await this.service.find(req.params.id))
  }
}

module.exports = new FilmController(filmService)
