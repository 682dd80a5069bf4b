import { model, models, Schema } from 'mongoose'

const PostSchema = new Schema({
  title: String,
  slug: String,
  body: String,
  comments: [{ author: String, body: String }],
})

const Post = models.Post || model('Post', PostSchema) // flagged: no-untyped-model

export default Post
