const mongoose = require('mongoose')

const tourSchema = new mongoose.Schema({
  name: { type: String, required: [true, 'A tour must have a name'], maxlength: 40 },
  duration: Number,
  price: { type: Number, min: 0 },
  secretTour: { type: Boolean, default: false },
  startLocation: { description: String, coordinates: [Number] },
  guides: [{ type: mongoose.Schema.ObjectId, ref: 'User' }],
})

tourSchema.pre(/^find/, function () {
  this.find({ secretTour: { $ne: true } })
})

const Tour = mongoose.model('Tour', tourSchema)

module.exports = Tour
