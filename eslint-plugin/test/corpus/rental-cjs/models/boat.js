const mongoose = require('mongoose')

const boatSchema = new mongoose.Schema({ name: String, berths: Number, picture: String, owner: mongoose.ObjectId })

module.exports = mongoose.model('Boat', boatSchema)
