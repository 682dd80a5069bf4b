const BaseController = require('./base-controller')
const Ticket = require('../models/ticket')

class TicketController extends BaseController {
  constructor() {
    super(Ticket) // flagged: no-unguarded-write
  }
}

module.exports = new TicketController()
