const mongoose = require('mongoose')

const carSchema = new mongoose.Schema({ plate: String, owner: String, blocked: Boolean })

module.exports = mongoose.model('Car', carSchema)
