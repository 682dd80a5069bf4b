const express = require('express')
const notes = require('../controllers/notes')
const { loadNote } = require('../middleware/load')
const { keep, keepWithTime, parse, pick, refuse } = require('../middleware/payload')

const router = express.Router()

router.post('/', keep, notes.create)
router.post('/picked', pick, notes.createPicked)
router.post('/refused', keep, refuse, notes.createRefused)
router.post('/checked', keep, notes.createChecked)
router.put('/:id', keepWithTime, notes.replace)
router.put('/:id/parsed', parse, notes.replaceParsed)
router.post('/:id/copy', loadNote, notes.copy)
router.post('/here', notes.createHere)
router.patch('/:id', notes.change)
router.patch('/:id/text', notes.changeText)
router.patch('/:id/clean', notes.changeClean)

module.exports = router
