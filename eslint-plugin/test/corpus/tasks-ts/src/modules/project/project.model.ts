import mongoose from 'mongoose'

const projectSchema = new mongoose.Schema({
  name: String,
  budget: Number,
  members: [String],
  settings: { color: String, icon: String },
})

export class Project extends mongoose.model('Project', projectSchema) {
  static async byName(name: string) {
    return this.findOne({ name })
  }
}
