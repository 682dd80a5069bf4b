const mongoose = require('mongoose')

module.exports = mongoose.model('Tenant', new mongoose.Schema({ email: String, password: String, resetCode: String }))
