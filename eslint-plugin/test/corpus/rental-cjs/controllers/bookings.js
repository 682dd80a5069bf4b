const { Booking, Waiting } = require('../models/booking')

exports.book = async (req, res) => {
  const isTaken = await Booking.exists({ boat: String(req.body.boat), state: 'booked' })
  let Model
  if (isTaken) {
    Model = Waiting
  } else {
    Model = Booking
  }
  const entry = new Model(req.body) // flagged: no-unguarded-write
  res.status(201).json(await entry.save())
}

exports.state = async (req, res) => {
  const { state } = req.body
  const filter = state ? { boat: req.params.boat, state } : { boat: req.params.boat } // flagged: no-unguarded-filter
  res.json(await Booking.find(filter))
}

exports.paid = async (req, res) => {
  const signature = createHmac('sha256', process.env.PAYMENT_KEY).update(JSON.stringify(req.body)).digest('hex')
  if (signature !== req.get('x-signature')) return res.sendStatus(400)
  res.json(await Booking.updateOne({ payment: req.body.payment }, { $set: { state: 'paid' } }))
}
