const mongoose = require('mongoose')

const open = new Map()
let shared = null

/** The database of one garage. */
const connectionOf = async (garage) => {
  if (open.has(garage)) {
    const known = open.get(garage)
    if (known.readyState === 1) return known
    open.delete(garage)
  }
  const connection = await mongoose.createConnection(`${process.env.MONGODB_URL}/${garage}`, { maxPoolSize: 5 })
  open.set(garage, connection)
  return connection
}

/** The database that all garages share. */
const sharedConnection = async () => {
  try {
    if (shared && shared.readyState === 1) return shared
    shared = await mongoose.createConnection(process.env.MONGODB_URL)
    return shared
  } catch (error) {
    console.error(error)
    return null
  }
}

module.exports = { connectionOf, sharedConnection }
