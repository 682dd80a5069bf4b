/** Runs one real application on what an ESM or CommonJS file loaded, and prints what came of it as JSON. */
exports.drive = async function drive({ express, mongoose, core, adapter, web }) {
  const User = mongoose.model(
    'User',
    new mongoose.Schema(
      {
        name: { type: String, required: true, minlength: 3 },
        address: { city: String, zip: String },
        role: { type: String, default: 'user' },
      },
      { autoCreate: false, autoIndex: false },
    ),
  )

  const app = express()
  app.use(express.json())
  app.post('/users', adapter.guard(User, { allow: ['name', 'address.city'] }), (req, res) => {
    const { name, address, role } = new User(req.validated).toObject()
    res.status(201).json({ name, address, role })
  })
  app.patch('/users/:id', adapter.guard(core.createGuard(User, { allow: ['name'], partial: true })), (req, res) => {
    res.json({ id: req.params.id, ...req.validated })
  })

  const server = await new Promise((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening))
  })
  const send = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }

  const created = await send('POST', '/users', { name: 'Ada', address: { city: 'London' } })
  const attacked = await send('POST', '/users', { name: 'Al', address: { zip: '1' }, role: 'admin' })
  const patched = await send('PATCH', '/users/7', {})
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))

  const caught = (setUp) => {
    try {
      setUp()
    } catch (error) {
      return error
    }
  }
  const fromCore = caught(() => core.createGuard(User, { allow: ['nmae'] }))
  const fromAdapter = caught(() => adapter.guard(User, { allow: ['nmae'] }))

  console.log(
    JSON.stringify({
      versions: { mongoose: mongoose.version.split('.')[0], node: process.versions.node },
      exports: { core: Object.keys(core).sort(), adapter: Object.keys(adapter).sort(), web: Object.keys(web).sort() },
      answers: { created, attacked, patched },
      configErrors: [fromCore, fromAdapter].map(({ name, message, entry, suggestion }) => ({
        name,
        message,
        entry,
        suggestion,
      })),
      oneClass: core.GuardConfigError === adapter.GuardConfigError && core.GuardConfigError === web.GuardConfigError,
      instances: [fromCore, fromAdapter].map((error) => error instanceof core.GuardConfigError),
    }),
  )
}
