import mongoose, { Schema } from 'mongoose'
import type { Book } from '../types/library'

export const BookModel = mongoose.model<Book>('Book', new Schema<Book>({ title: String, pages: Number }))
