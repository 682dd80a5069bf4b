const BaseService = require('./base-service')
const Theatre = require('../models/theatre')

class TheatreService extends BaseService {
  constructor() {
    super(Theatre)
  }

  create({ name, seats }) {
    return super.create({ name, seats })
  }
}

module.exports = new TheatreService()
