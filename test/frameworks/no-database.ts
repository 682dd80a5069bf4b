import mongoose from 'mongoose'

mongoose.set('autoIndex', false)
mongoose.set('autoCreate', false)
