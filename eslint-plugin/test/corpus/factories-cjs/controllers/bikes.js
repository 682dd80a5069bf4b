const factory = require('../core/factory')
const Bike = require('../models/bike')

exports.storeBike = factory.store(Bike) // flagged: no-unguarded-write
exports.updateBike = factory.update(Bike, { new: true }) // flagged: no-unguarded-write
exports.showBike = factory.show(Bike)
