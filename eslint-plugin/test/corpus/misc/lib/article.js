import mongoose from 'mongoose'

export const Article = mongoose.model('Article', new mongoose.Schema({ title: String, body: String, author: String }))
