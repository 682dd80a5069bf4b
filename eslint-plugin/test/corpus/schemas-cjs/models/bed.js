const mongoose = require('mongoose')

class BedClass {
  static async open(data) {
    return this.create(data)
  }

  static label(data) {
    return `${data.row}-${data.number}`
  }

  fill(data) {
    this.set(data)
    return this.save()
  }
}

const bedSchema = new mongoose.Schema({ row: String, number: Number, isLocked: Boolean })
bedSchema.loadClass(BedClass)

module.exports = mongoose.model('Bed', bedSchema)
