const { Schema, model } = require('mongoose')

const seedSchema = new Schema({ kind: String, grams: Number, isRare: Boolean })

async function insert(data) {
  const seed = new this(data)
  return seed.save()
}

seedSchema.static('insert', insert)

seedSchema.static('sow', function (kind, data) {
  return this.insert({ ...data, kind })
})

seedSchema.static({
  weigh(id, data) {
    return this.findByIdAndUpdate(id, { grams: data.grams })
  },
})

seedSchema.method('merge', function (data) {
  Object.assign(this, data)
  return this.save()
})

module.exports = model('Seed', seedSchema)
