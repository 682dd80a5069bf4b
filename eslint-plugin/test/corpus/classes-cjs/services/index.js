const actorService = require('./actor-service')
const filmService = require('./film-service')
const theatreService = require('./theatre-service')

module.exports = { actorService, filmService, theatreService }
