module.exports = {
  ...require('./bikes'),
  ...require('./helmets'),
}
