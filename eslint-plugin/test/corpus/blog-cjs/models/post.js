const { Schema, model } = require('mongoose')

const commentSchema = new Schema({ author: String, body: String, createdAt: { type: Date, default: Date.now } })

const postSchema = new Schema({
  title: { type: String, required: true },
  body: String,
  tags: [String],
  author: { type: Schema.Types.ObjectId, ref: 'User' },
  published: { type: Boolean, default: false },
  comments: [commentSchema],
})

module.exports = model('Post', postSchema)
