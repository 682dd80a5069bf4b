// No model: an object that has functions called statics and methods of its own.
const catalog = { statics: {}, methods: {} }

catalog.statics.createFrom = function (data) {
  return this.create(data)
}

catalog.methods.apply = function (data) {
  return this.set(data)
}

class Shelf {
  static open(data) {
    return this.create(data)
  }
}

module.exports = { catalog, Shelf }
