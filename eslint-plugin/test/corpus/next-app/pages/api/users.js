import { guard } from 'mongoose-guard/express'
import { createRouter } from 'next-connect'
import User from '../../models/user'

const router = createRouter()

router
  .use(async (req, res, next) => {
    const start = Date.now()
    await next()
    console.log(`${req.method} ${req.url} ${Date.now() - start}ms`)
  })
  .get(async (req, res) => res.json(await User.find()))
  .post(guard(User, { allow: ['name', 'email'] }), async (req, res) => {
    const { name, ...rest } = req.body // flagged: no-body-after-guard
    res.status(201).json(await User.create({ name: name.trim(), ...rest }))
  })

export default router.handler()
