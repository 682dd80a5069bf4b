import passport from 'passport'
import { Strategy as LocalStrategy } from 'passport-local'
import { Router } from 'express'
import { guard } from 'mongoose-guard/express'
import { User } from './lib/user.js'

passport.use(
  new LocalStrategy({ usernameField: 'email', passReqToCallback: true }, async (req, email, password, done) => {
    const user = await User.findOne({ email })
    if (!user) return done(null, false, { message: `No such user: ${req.body.email}` })
    return done(null, (await user.verify(password)) && user)
  }),
)

export const router = Router()

router.post('/login', passport.authenticate('local', { session: false }), (req, res) =>
  res.json({ token: req.user.token() }),
)

router.post('/signup', guard(User, { allow: ['email', 'name'] }), async (req, res, next) => {
  try {
    const user = await User.register(new User(req.validated), req.body.password) // flagged: no-body-after-guard
    req.login(user, (error) => (error ? next(error) : res.status(201).json(user)))
  } catch (error) {
    next(error)
  }
})
