const mongoose = require('mongoose')

module.exports = mongoose.model('Lease', new mongoose.Schema({ flat: mongoose.Types.ObjectId, tenant: mongoose.Types.ObjectId, state: String }))
