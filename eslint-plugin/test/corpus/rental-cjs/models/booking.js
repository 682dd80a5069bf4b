const { model, Schema } = require('mongoose')

exports.Booking = model('Booking', new Schema({ boat: Schema.ObjectId, from: Date, to: Date, state: String }))
exports.Waiting = model('Waiting', new Schema({ boat: Schema.ObjectId, from: Date, to: Date }))
