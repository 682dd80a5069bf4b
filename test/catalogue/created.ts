import { model, Schema } from 'mongoose'
import type { CatalogueEntry } from './entry.ts'

/**
 * `Schema.create()` keeps the definition's type; Mongoose 8 does not have it, so there the same definition goes to the
 * constructor. Programs that compile against the types of Mongoose 8 leave this file out.
 */
const createSchema: typeof Schema.create =
  (Schema as { create?: typeof Schema.create }).create?.bind(Schema) ??
  ((definition: object, options?: object) => new Schema(definition, options as never) as never)

export const TicketModel = model(
  'HelpdeskTicket',
  createSchema(
    {
      subject: { type: String, required: true, minlength: 3 },
      priority: { type: String, enum: ['low', 'normal', 'high'] as const, default: 'normal' },
      requester: {
        type: createSchema({ email: { type: String, required: true, lowercase: true }, name: String }, { _id: false }),
        required: true,
      },
      messages: [
        createSchema(
          { text: { type: String, required: true }, internal: { type: Boolean, default: false } },
          { _id: false },
        ),
      ],
      custom: { type: Map, of: String },
      closedAt: Date,
    },
    { timestamps: true },
  ),
)

export const ArticleModel = model(
  'HelpdeskArticle',
  createSchema({
    title: { type: String, required: true },
    body: { text: { type: String, required: true }, format: { type: String, default: 'markdown' } },
    votes: { up: { type: Number, default: 0 }, down: { type: Number, default: 0 } },
    related: [Schema.Types.ObjectId],
  }),
)

export const helpdesk: readonly CatalogueEntry[] = [
  {
    name: 'helpdesk ticket',
    model: TicketModel,
    bodies: [
      {
        subject: 'Broken',
        requester: { email: 'A@example.org' },
        messages: [{ text: 'It broke' }],
        custom: { os: 'linux' },
      },
    ],
  },
  {
    name: 'helpdesk article',
    model: ArticleModel,
    bodies: [{ title: 'How to', body: { text: 'Do it' }, related: ['64b7f9d2c1a4e5f601234567'] }],
  },
]
