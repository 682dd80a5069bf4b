export { default as Product } from './product.js'
export { default as Order } from './order.js'
export { Category } from './category.js'
