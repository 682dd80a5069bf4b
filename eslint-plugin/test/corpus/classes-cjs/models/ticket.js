const { Schema, model } = require('mongoose')

module.exports = model('Ticket', new Schema({ name: String, seats: Number }))
