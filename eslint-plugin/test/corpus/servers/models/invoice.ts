import { Schema } from 'mongoose'

export interface Invoice {
  number: string
  status: 'draft' | 'sent'
  lines: { text: string; amount: number }[]
}

export const invoiceSchema = new Schema<Invoice>({
  number: String,
  status: String,
  lines: [{ text: String, amount: Number }],
})
