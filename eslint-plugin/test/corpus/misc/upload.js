const multer = require('multer')
const { Router } = require('express')
const { guard } = require('mongoose-guard/express')
const { Photo } = require('./lib/photo')

const upload = multer({ dest: 'uploads/' })
const router = (module.exports = Router())

router.post('/photos', upload.single('photo'), async (req, res) => {
  const photo = await Photo.create({ path: req.file.path, caption: req.body.caption })
  res.status(201).json(photo)
})

router.patch(
  '/photos/:id',
  guard(Photo, { allow: ['caption'], partial: true }),
  wrap(async (req, res) => {
    const photo = await Photo.findByIdAndUpdate(req.params.id, req.validated, { new: true })
    res.json(photo)
  }),
)

router.put(
  '/photos/:id',
  wrap(async (req, res) => {
    const photo = await Photo.findById(req.params.id)
    photo.overwrite(req.body) // flagged: no-unguarded-write
    res.json(await photo.save())
  }),
)

function wrap(handler) {
  return async (req, res, next) => {
    try {
      await handler(req, res, next)
    } catch (error) {
      next(error)
    }
  }
}
