import express from 'express'
import { newCategory } from '../lib/guards.js'
import { Category } from '../models/category.js'
import { slugify } from '../lib/slugify.js'

const router = express.Router()

router.get('/', async (req, res) => res.json(await Category.find().lean()))

router.post('/', newCategory, async (req, res, next) => {
  try {
    const slug = slugify(req.body.name) // flagged: no-body-after-guard
    res.status(201).json(await Category.create({ ...req.validated, slug }))
  } catch (error) {
    next(error)
  }
})

router.put('/:id', async (req, res, next) => {
  try {
    const { _id, __v, ...changes } = req.body
    res.json(await Category.findOneAndUpdate({ _id: req.params.id }, changes, { upsert: true })) // flagged: no-unguarded-write
  } catch (error) {
    next(error)
  }
})

export { router as categories }
