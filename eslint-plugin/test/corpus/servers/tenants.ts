import { createConnection, type Connection, type Model } from 'mongoose'
import express, { type Request, type Response } from 'express'
import { guard } from 'mongoose-guard/express'
import { invoiceSchema, type Invoice } from './models/invoice'

const connections = new Map<string, Connection>()

function tenantModel(tenant: string): Model<Invoice> {
  const connection = connections.get(tenant) ?? createConnection(`mongodb://localhost/${tenant}`)
  connections.set(tenant, connection)
  return connection.models.Invoice ?? connection.model<Invoice>('Invoice', invoiceSchema)
}

const shared = createConnection(process.env.MONGODB_URI!).model<Invoice>('Invoice', invoiceSchema)
const router = express.Router()

router.post('/shared', guard(shared, { allow: ['number', 'lines'] }), async (req: Request, res: Response) => {
  const invoice = new shared({ ...(req.body as Invoice), status: 'draft' }) // flagged: no-body-after-guard
  res.status(201).json(await invoice.save())
})

router.post('/:tenant', async (req, res) => {
  const Invoice = tenantModel(req.params.tenant)
  res.status(201).json(await Invoice.create(req.body)) // flagged: no-unguarded-write
})

export default router
