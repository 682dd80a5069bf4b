const mongoose = require('mongoose')

const schema = new mongoose.Schema({ label: String, price: Number })
module.exports = mongoose.model('Repair', schema)
