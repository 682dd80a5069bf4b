const BaseController = require('../base/controller')
const rooms = require('../services/rooms')

class RoomController extends BaseController {
  constructor() {
    super(rooms) // flagged: no-unguarded-write
  }

  apply = async (req, res) => {
    try {
      const room = await this.service.apply(req.body) // flagged: no-unguarded-write
      res.success({ id: room.id }, 201)
    } catch (error) {
      res.failure(error)
    }
  }

  ask = async (req, res) => {
    res.success(await this.service.ask(req.body))
  }
}

module.exports = new RoomController()
