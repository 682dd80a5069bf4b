const BaseService = require('./base-service')
const Film = require('../models/film')

class FilmService extends BaseService {
  constructor() {
    super(Film)
  }
}

module.exports = new FilmService()
