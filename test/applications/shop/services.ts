import { type IOrder, type IProduct, type IUser, Order, Product, Review, User } from './models.ts'

/** Who sends a request: an authentication before the routes would know. */
export const currentUser = '64b7f9d2c1a4e5f601234567'

export class NotFound extends Error {}

/** What a client sends where the server has a date or an id. */
type Sent<Stored> = {
  [Key in keyof Stored]: Stored[Key] extends Date | undefined ? string | Date | undefined : Stored[Key]
}

export async function updateProfile(
  changes: Partial<Sent<Pick<IUser, 'name' | 'birthday' | 'address'>>> & { bio?: string | null },
) {
  const user = await User.findById(currentUser)
  if (user === null) throw new NotFound('No such user')
  user.set(changes)
  return user.save()
}

export async function createProduct(
  product: Omit<IProduct, 'seller' | 'createdAt' | 'updatedAt' | 'stock' | 'tags'> & Partial<IProduct>,
) {
  return Product.create({ ...product, seller: currentUser })
}

export async function importProducts(products: readonly (Pick<IProduct, 'name' | 'price'> & Partial<IProduct>)[]) {
  return Product.create(products.map((product) => ({ ...product, seller: currentUser })))
}

export async function findProduct(id: string) {
  const product = await Product.findById(id)
  if (product === null) throw new NotFound('No such product')
  return product
}

export async function setStatus(id: string, status: IOrder['status']) {
  const order = await Order.findByIdAndUpdate(id, { status }, { returnDocument: 'after' })
  if (order === null) throw new NotFound('No such order')
  return order
}

export async function averageRating(product: string): Promise<number> {
  const reviews = await Review.find({ product })
  return reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length
}
