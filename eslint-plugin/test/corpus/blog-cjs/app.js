const express = require('express')
const mongoose = require('mongoose')

const app = express()

app.use(express.json())
app.use('/auth', require('./routes/auth'))
app.use('/users', require('./routes/users'))
app.use('/posts', require('./routes/posts'))

app.use((err, req, res, next) => {
  console.error(err, req.body)
  res.status(500).json({ message: 'Something went wrong' })
})

mongoose.connect(process.env.MONGODB_URI).then(() => app.listen(3000))

module.exports = app
