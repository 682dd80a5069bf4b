const mongoose = require('mongoose')
const { Schema } = mongoose

const ThreadSchema = new Schema({
  title: String,
  body: String,
  locked: Boolean,
  pinned: Boolean,
  owner: Schema.ObjectId,
})

ThreadSchema.virtual('url').get(function () {
  return `/threads/${this._id}`
})

module.exports = mongoose.model('Thread', ThreadSchema)
