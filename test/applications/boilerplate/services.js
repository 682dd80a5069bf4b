import { randomUUID } from 'node:crypto'
import { Token, User } from './models.js'

export class ApiError extends Error {
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

export async function createUser(fields) {
  if ((await User.findOne({ email: fields.email.toLowerCase() })) !== null)
    throw new ApiError(409, 'Email already taken')
  return User.create(fields)
}

export async function findUser(id) {
  const user = await User.findById(id)
  if (user === null) throw new ApiError(404, 'User not found')
  return user
}

/** Sets what was sent, beside what is there. */
export async function updateUser(id, changes) {
  const user = await findUser(id)
  user.set(changes, undefined, { merge: true })
  return user.save()
}

export async function logIn({ email, password }) {
  const user = await User.findOne({ email: email.toLowerCase() })
  if (user?.hasPassword(password) !== true) throw new ApiError(401, 'Incorrect email or password')
  return user
}

export async function issueToken(user, type) {
  const { token } = await Token.create({ token: randomUUID(), user: user.id, type })
  return token
}

export async function redeemToken(token, type) {
  const found = await Token.findOneAndDelete({ token, type })
  if (found === null) throw new ApiError(401, 'Please authenticate')
  return findUser(found.user)
}
