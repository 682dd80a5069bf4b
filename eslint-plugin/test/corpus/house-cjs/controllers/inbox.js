const BaseController = require('../base/controller')
const rooms = require('../services/rooms')

class Inbox extends BaseController {
  constructor() {
    super(rooms)
  }
}

const inbox = new Inbox()

module.exports = (channel) => channel.consume('rooms', inbox.receive)
