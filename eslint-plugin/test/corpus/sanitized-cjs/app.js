const express = require('express')
const mongoSanitize = require('express-mongo-sanitize')
const polls = require('./controllers/polls')

const app = express()
app.use(express.json())
app.use(mongoSanitize())
app.get('/polls', polls.list)
app.post('/polls/search', polls.search)
app.post('/polls', polls.create)

module.exports = app
