const mongoose = require('mongoose')

const plantSchema = new mongoose.Schema({ name: String, height: Number, owner: String, isListed: Boolean })

plantSchema.statics.createFrom = function (data) {
  return this.create(data)
}

plantSchema.statics.createNamed = function ({ name, height }) {
  return this.create({ name, height })
}

plantSchema.statics.changeById = async function (id, changes) {
  const plant = await this.findById(id)
  plant.set(changes)
  return plant.save()
}

plantSchema.methods.apply = function (data) {
  this.set(data)
  return this.save()
}

plantSchema.methods.rename = function (data) {
  this.name = data.name
  return this.save()
}

plantSchema.methods.describe = function (data) {
  return Object.assign({ name: this.name }, data)
}

module.exports = mongoose.model('Plant', plantSchema)
