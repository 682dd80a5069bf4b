import { createGuard } from 'mongoose-guard'
import { Order, User } from './models.ts'

// Which fields each route accepts. What is not named here, `role` and `status` above all, no request can set.

export const newUser = createGuard(User, {
  allow: [
    'name',
    'email',
    'age',
    'newsletter',
    'address',
    'addresses.label',
    'addresses.street',
    'addresses.city',
    'addresses.zip',
    'tags',
  ],
})

export const userChanges = createGuard(User, {
  allow: ['name', 'newsletter', 'address.street', 'address.city', 'address.zip', 'tags'],
  partial: true,
})

export const newOrder = createGuard(Order, {
  allow: ['customer', 'items.sku', 'items.quantity', 'shipping', 'deliverOn', 'note'],
})

export const orderChanges = createGuard(Order, {
  allow: ['items.sku', 'items.quantity', 'shipping.street', 'shipping.city', 'shipping.zip', 'deliverOn', 'note'],
  partial: true,
})
