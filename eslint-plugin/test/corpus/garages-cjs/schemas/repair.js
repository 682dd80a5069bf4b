const { Schema } = require('mongoose')

module.exports = new Schema({
  car: { type: Schema.Types.ObjectId, ref: 'Car' },
  title: { type: String, required: true },
  price: Number,
  paid: { type: Boolean, default: false },
})
