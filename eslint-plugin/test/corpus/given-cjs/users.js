const express = require('express')
const mongoose = require('mongoose')

const User = mongoose.model('User', new mongoose.Schema({ name: String, role: String }))

class UserRepository {
  constructor(model) {
    this.model = model
  }

  insert(data) {
    return this.model.create(data)
  }
}

class UserService {
  constructor(repository, events) {
    this.repository = repository
    this.events = events
  }

  async create(data) {
    this.events.emit('user', data)
    return this.repository.insert(data)
  }
}

class UserController {
  constructor(service) {
    this.service = service
    this.create = this.create.bind(this)
  }

  async create(req, res) {
    res.json(await this.service.create(req.body)) // flagged: no-unguarded-write
  }
}

const controller = new UserController(new UserService(new UserRepository(User), new EventTarget()))
const router = express.Router()
router.post('/', controller.create)
module.exports = router
