const factory = require('../core/factory')
const Helmet = require('../models/helmet')

exports.storeHelmet = factory.store(Helmet)
exports.showHelmet = factory.show(Helmet)
