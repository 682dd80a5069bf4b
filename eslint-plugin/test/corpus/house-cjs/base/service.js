class BaseService {
  constructor(model) {
    this.model = model
  }

  async list() {
    return this.model.find().lean()
  }

  async create(data) {
    return await this.model.create(data)
  }
}

module.exports = BaseService
