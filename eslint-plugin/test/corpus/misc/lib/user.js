import mongoose from 'mongoose'
import passportLocalMongoose from 'passport-local-mongoose'

const schema = new mongoose.Schema({ email: String, name: String, admin: Boolean })
schema.plugin(passportLocalMongoose, { usernameField: 'email' })

export const User = mongoose.model('User', schema)
