const express = require('express')
const actors = require('./controllers/actors')
const films = require('./controllers/films')
const theatres = require('./controllers/theatres')
const tickets = require('./controllers/tickets')

const router = express.Router()
router.route('/actors').post(actors.create)
router.route('/actors/:id').get(actors.read).put(actors.update)
router.post('/films', films.create)
router.post('/theatres', theatres.create)
router.post('/tickets', tickets.store)
router.get('/tickets/:id', tickets.show)

module.exports = router
