const Car = require('./car')
const repairSchema = require('../schemas/repair')

function modelsOf(connection) {
  if (connection.ownModels) return connection.ownModels
  const models = {}
  const add = (name, given) => {
    let schema
    if (given.carSchema) schema = given.carSchema
    else if (given.schema) schema = given.schema
    else schema = given
    if (connection.models[name]) return connection.models[name]
    return schema ? connection.model(name, schema) : null
  }
  models.Car = add('Car', Car)
  models.Repair = add('Repair', repairSchema)
  models.log = connection.log
  connection.ownModels = models
  return models
}

function modelOf(connection, name) {
  const models = modelsOf(connection)
  return models[name]
}

const register = (connection, name, schemaOrModel) => {
  if (connection.models[name]) {
    return connection.models[name]
  }
  const schema = schemaOrModel?.schema || schemaOrModel
  if (!schema) throw new Error(`No schema for ${name}`)
  return connection.model(name, schema)
}

const registerAll = (connection) => {
  const Repair = register(connection, 'Repair', repairSchema)
  const Owner = Car ? register(connection, 'Car', Car) : null
  return { Repair, Owner }
}

module.exports = { modelOf, register, registerAll }
