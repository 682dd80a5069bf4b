const BaseService = require('./base-service')
const Actor = require('../models/actor')

class ActorService extends BaseService {
  constructor() {
    super(Actor)
  }
}

module.exports = new ActorService()
