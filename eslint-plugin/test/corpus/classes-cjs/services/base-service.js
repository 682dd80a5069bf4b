class BaseService {
  constructor(model) {
    this.model = model
  }

  create(data) {
    return this.model.create(data)
  }

  async update(id, changes) {
    return this.model.findByIdAndUpdate(id, changes, { new: true })
  }

  find(id) {
    return this.model.findById(id)
  }
}

module.exports = BaseService
