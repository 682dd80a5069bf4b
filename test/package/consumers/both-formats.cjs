/** Loads the ES modules and the CommonJS modules into one process, and prints which class knows which error. */
const mongoose = require('mongoose')

async function main() {
  const formats = {
    cjs: { core: require('mongoose-guard'), adapter: require('mongoose-guard/express') },
    esm: { core: await import('mongoose-guard'), adapter: await import('mongoose-guard/express') },
  }
  const User = mongoose.model('User', new mongoose.Schema({ name: String }, { autoCreate: false, autoIndex: false }))
  const known = []
  for (const [thrower, { core, adapter }] of Object.entries(formats)) {
    for (const [entry, setUp] of Object.entries({ core: core.createGuard, adapter: adapter.guard })) {
      try {
        setUp(User, { allow: ['nope'] })
      } catch (error) {
        for (const [catcher, { core: catching }] of Object.entries(formats)) {
          class OwnError extends catching.GuardConfigError {}
          const own = new OwnError('own')
          known.push({
            error: `${thrower} ${entry}`,
            class: catcher,
            instance: error instanceof catching.GuardConfigError,
            instanceOfSubclass: error instanceof OwnError,
            ownInstanceOfSubclass: own instanceof OwnError,
            ownInstanceOfClass: own instanceof catching.GuardConfigError,
          })
        }
      }
    }
  }
  console.log(JSON.stringify(known))
}

main()
