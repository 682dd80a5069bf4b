// What applications declare of their own on Express's and the middlewares' types.
import 'express-session'

declare global {
  namespace Express {
    interface User {
      id: string
      isAdmin: boolean
    }
    interface Request {
      tenant?: { name: string }
      startedAt: number
    }
    interface Locals {
      nonce: string
    }
  }
}
declare module 'express-session' {
  interface SessionData {
    visits: number
    cart: { sku: string }[]
  }
}
