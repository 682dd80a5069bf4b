import { headers } from 'next/headers'
import Stripe from 'stripe'
import User from '../../../../models/user'

const stripe = new Stripe(process.env.STRIPE_KEY!)

export async function POST(req: Request) {
  const body = await req.text()
  const signature = (await headers()).get('stripe-signature')!
  const event = stripe.webhooks.constructEvent(body, signature, process.env.STRIPE_SECRET!)
  if (event.type === 'checkout.session.completed')
    await User.updateOne({ email: event.data.object.customer_email }, { plan: 'pro' })
  return Response.json({ received: true })
}
