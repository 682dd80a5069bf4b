const { Router } = require('express')
const repairs = require('../controllers/repairs')

const router = Router()

router.post('/', repairs.create)
router.patch('/:id', repairs.update)
router.post('/cars', repairs.addCar)
router.patch('/cars/:id', repairs.updateCar)
router.put('/:number', repairs.put)
router.post('/shared', repairs.share)
router.patch('/:id/title', repairs.rename)
router.post('/log', repairs.log)
router.post('/files', repairs.file)

module.exports = router
