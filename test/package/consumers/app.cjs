const { drive } = require('./drive.cjs')

drive({
  express: require('express'),
  mongoose: require('mongoose'),
  core: require('mongoose-guard'),
  adapter: require('mongoose-guard/express'),
  web: require('mongoose-guard/web'),
}).catch((error) => {
  console.error(error)
  process.exitCode = 1
})
