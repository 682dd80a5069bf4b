const BaseService = require('../base/service')
const Room = require('../models/room')

class RoomService extends BaseService {
  constructor() {
    super(Room)
  }

  async apply(data) {
    return this.create(data)
  }

  async ask({ name }) {
    return this.create({ name })
  }
}

module.exports = new RoomService()
