const router = require('express').Router()
const Joi = require('joi')
const { check, checked } = require('../lib/check')
const { Drink, validateDrink, validateLoosely, errorOf } = require('../models/drink')

const price = Joi.object().keys({ price: Joi.number().required() })

router.post('/', async (req, res) => {
  const checked = validateDrink(req.body)
  if (checked.error) return res.status(400).json(checked.error.details)
  const drink = new Drink(req.body)
  res.status(201).json(await drink.save())
})

router.put('/:id', async (req, res) => {
  const { error } = validateDrink(req.body)
  if (error) return res.status(400).send(error.details[0].message)
  res.json(await Drink.updateOne({ _id: req.params.id }, req.body))
})

router.patch('/:id', async (req, res) => {
  if (errorOf(req.body)) return res.sendStatus(400)
  res.json(await Drink.updateOne({ _id: req.params.id }, req.body))
})

router.patch('/:id/price', async (req, res) => {
  const { error } = check(price, req.body)
  if (error) return res.sendStatus(400)
  res.json(await Drink.updateOne({ _id: req.params.id }, req.body))
})

router.put('/:id/price', checked(price), async (req, res) => {
  res.json(await Drink.updateOne({ _id: req.params.id }, req.body))
})

router.put('/:id/free', checked(price.unknown()), async (req, res) => {
  res.json(await Drink.updateOne({ _id: req.params.id }, req.body)) // flagged: no-unguarded-write
})

router.post('/old', (req, res) => {
  Joi.validate(req.body, price, (error, value) => {
    if (error) {
      res.status(400).send(error.message)
    } else {
      new Drink(req.body).save((failure, drink) => res.json(failure ?? drink))
    }
  })
})

router.post('/older', (req, res) => {
  Joi.validate(req.body, price, (error) => {
    if (error) console.error(error)
  })
  res.json(Drink.create(req.body)) // flagged: no-unguarded-write
})

router.post('/loose', async (req, res) => {
  const { error } = validateLoosely(req.body)
  if (error) return res.sendStatus(400)
  res.json(await Drink.create(req.body)) // flagged: no-unguarded-write
})

router.post('/unasked', async (req, res) => {
  validateDrink(req.body)
  res.json(await Drink.create(req.body)) // flagged: no-unguarded-write
})

module.exports = router
