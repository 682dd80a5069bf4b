/** Makes a guard with each module format, and prints what the other one reads a form as. */
const mongoose = require('mongoose')

async function main() {
  const [cjs, esm] = [require('mongoose-guard'), await import('mongoose-guard')]
  const User = mongoose.model('User', new mongoose.Schema({ age: Number }, { autoCreate: false, autoIndex: false }))
  const read = (making, reading) => reading.fromForm(making.createGuard(User, { allow: ['age'] }), { age: '36' })
  console.log(JSON.stringify([read(cjs, esm), read(esm, cjs)]))
}

main()
