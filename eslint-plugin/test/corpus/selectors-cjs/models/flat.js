const mongoose = require('mongoose')

module.exports = mongoose.model('Flat', new mongoose.Schema({ city: String, rent: Number, landlord: mongoose.Types.ObjectId }))
