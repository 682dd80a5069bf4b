import { model, Schema } from 'mongoose'
import type { CatalogueEntry } from './entry.ts'

/** Every document of the billing service belongs to a tenant. */
function multiTenant(schema: Schema): void {
  schema.add({ tenant: { type: Schema.Types.ObjectId, ref: 'BillingTenant', required: true, index: true } })
}

const contactSchema = new Schema(
  { name: { type: String, required: true }, email: { type: String, required: true, lowercase: true }, phone: String },
  { _id: false },
)

export const TenantModel = model(
  'BillingTenant',
  new Schema(
    {
      name: { type: String, required: true, trim: true },
      slug: { type: String, required: true, lowercase: true, match: /^[a-z0-9-]{2,30}$/i },
      legal: {
        name: String,
        vatId: { type: String, uppercase: true },
        address: {
          line1: String,
          line2: String,
          city: String,
          zip: String,
          country: { type: String, minlength: 2, maxlength: 2 },
        },
      },
      contacts: { owner: { type: contactSchema, required: true }, billing: contactSchema, others: [contactSchema] },
      limits: { type: Map, of: { type: Number, min: 0 } },
      features: { type: Map, of: Boolean },
      domains: [
        {
          host: { type: String, required: true, lowercase: true },
          verifiedAt: Date,
          primary: { type: Boolean, default: false },
        },
      ],
      trialEndsAt: Date,
      suspended: { at: Date, reason: { type: String, enum: ['unpaid', 'abuse', 'requested'] } },
      branding: {
        logo: Buffer,
        colors: { primary: { type: String, match: /^#/ }, accent: { type: String, match: /^#/ } },
      },
    },
    { timestamps: true },
  ),
)

const tierSchema = new Schema(
  {
    upTo: { type: Number, min: 1 },
    unitPrice: { type: Schema.Types.Decimal128, required: true },
    flat: Schema.Types.Decimal128,
  },
  { _id: false },
)

export const PlanModel = model(
  'BillingPlan',
  new Schema({
    code: { type: String, required: true, uppercase: true },
    title: { type: Map, of: String, required: true },
    interval: { type: String, enum: ['month', 'year'], required: true },
    price: {
      amount: { type: Schema.Types.Decimal128, required: true },
      currency: { type: String, enum: ['EUR', 'USD'], required: true },
    },
    metered: [
      {
        metric: { type: String, required: true },
        tiers: { type: [tierSchema], required: true },
        includedUnits: { type: Number, default: 0 },
      },
    ],
    entitlements: { type: Map, of: { type: Schema.Types.Union, of: [Boolean, Number, String] } },
    trialDays: { type: Schema.Types.Int32, default: 14 },
    retired: { type: Boolean, default: false },
  }),
)

const subscriptionSchema = new Schema(
  {
    plan: { type: Schema.Types.ObjectId, ref: 'BillingPlan', required: true },
    seats: { type: Number, min: 1, default: 1 },
    state: { type: String, enum: ['trial', 'active', 'past_due', 'cancelled'], default: 'trial' },
    period: {
      start: { type: Date, required: true },
      end: {
        type: Date,
        required: true,
        validate: {
          validator(this: { period?: { start?: Date | null } | null }, end: Date | null) {
            return end === null || this.period?.start == null || end > this.period.start
          },
          message: 'a period ends after its start',
        },
      },
    },
    addons: [{ plan: { type: Schema.Types.ObjectId, required: true }, quantity: { type: Number, min: 1, default: 1 } }],
    cancel: { at: Date, reason: { type: String, maxlength: 500 }, by: Schema.Types.ObjectId },
    coupons: [String],
    metadata: { type: Map, of: String },
  },
  { timestamps: true },
)
subscriptionSchema.plugin(multiTenant)

export const SubscriptionModel = model('BillingSubscription', subscriptionSchema)

const invoiceSchema = new Schema(
  {
    number: { type: String, required: true, match: /^INV-\d+$/ },
    issuedOn: { type: Date, required: true },
    dueOn: { type: Date, required: true },
    currency: { type: String, enum: ['EUR', 'USD'], required: true },
    lines: {
      type: [
        new Schema(
          {
            description: { type: String, required: true, maxlength: 200 },
            quantity: { type: Schema.Types.Double, required: true },
            unitPrice: { type: Schema.Types.Decimal128, required: true },
            tax: { rate: { type: Number, min: 0, max: 1, required: true }, code: { type: String, uppercase: true } },
            period: { from: Date, to: Date },
          },
          { _id: false },
        ),
      ],
      required: true,
      validate: [(lines: unknown[] | null) => (lines?.length ?? 0) > 0, 'an invoice needs a line'],
    },
    totals: {
      net: { type: Schema.Types.Decimal128, required: true },
      tax: Schema.Types.Decimal128,
      gross: { type: Schema.Types.Decimal128, required: true },
    },
    payments: [
      {
        method: Schema.Types.ObjectId,
        amount: { type: Schema.Types.Decimal128, required: true },
        at: { type: Date, default: Date.now },
        reference: String,
      },
    ],
    state: { type: String, enum: ['draft', 'open', 'paid', 'void'], default: 'draft' },
    voidReason: {
      type: String,
      required(this: { state?: string }) {
        return this.state === 'void'
      },
    },
    recipient: { type: contactSchema, required: [true, 'Who gets this invoice?'] },
    notes: { internal: String, customer: { type: String, maxlength: 1000 } },
  },
  { timestamps: true },
)
invoiceSchema.plugin(multiTenant)

export const InvoiceModel = model('BillingInvoice', invoiceSchema)

const methodSchema = new Schema(
  {
    label: String,
    isDefault: { type: Boolean, default: false },
    billingAddress: { line1: String, city: String, zip: String },
  },
  { discriminatorKey: 'via', timestamps: true },
)
methodSchema.plugin(multiTenant)

export const PaymentMethodModel = model('BillingMethod', methodSchema)
export const CardModel = PaymentMethodModel.discriminator(
  'BillingCard',
  new Schema({
    last4: { type: String, required: true, match: /^\d{4}$/ },
    expiry: {
      month: { type: Number, min: 1, max: 12, required: true },
      year: { type: Number, min: 2020, required: true },
    },
    brand: { type: String, enum: ['visa', 'mastercard', 'amex'] },
  }),
  'card',
)
export const BankModel = PaymentMethodModel.discriminator(
  'BillingBank',
  new Schema({
    iban: {
      type: String,
      required: true,
      uppercase: true,
      match: /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i,
      set: (v: unknown) => (typeof v === 'string' ? v.replaceAll(' ', '') : v),
    },
    holder: { type: String, required: true },
    mandate: { id: String, signedOn: Date },
  }),
  'bank',
)

const usageSchema = new Schema({
  subscription: { type: Schema.Types.ObjectId, required: true },
  metric: { type: String, required: true },
  quantity: { type: BigInt, required: true },
  window: { from: { type: Date, required: true }, to: { type: Date, required: true } },
  dimensions: { type: Map, of: { type: Map, of: Number } },
  source: { type: Schema.Types.Union, of: [Schema.Types.ObjectId, String] },
  samples: [[Number]],
})
usageSchema.plugin(multiTenant)

export const UsageModel = model('BillingUsage', usageSchema)

export const AuditModel = model(
  'BillingAudit',
  new Schema(
    {
      actor: {
        kind: { type: String, enum: ['user', 'system', 'api'], required: true },
        id: String,
        ip: { type: String, match: /^[0-9a-f.:]+$/ },
      },
      action: { type: String, required: true, lowercase: true },
      target: { model: { type: String, required: true }, id: { type: Schema.Types.ObjectId, required: true } },
      changes: [
        { path: { type: String, required: true }, before: Schema.Types.Mixed, after: Schema.Types.Mixed, _id: false },
      ],
      at: { type: Date, required: true, immutable: true },
    },
    { versionKey: false, strict: false },
  ),
)

const hookSchema = new Schema({
  url: { type: String, required: true, match: [/^https:\/\//, 'https only'] },
  events: {
    type: [{ type: String, enum: ['invoice.paid', 'invoice.void', 'subscription.cancelled'] }],
    required: true,
    validate: (events: unknown[] | null) => (events?.length ?? 0) > 0,
  },
  secret: { type: String, minlength: 16, select: false },
  headers: { type: Map, of: String },
  retry: {
    attempts: { type: Number, min: 0, max: 10, default: 3 },
    backoff: { type: String, enum: ['linear', 'exponential'], default: 'exponential' },
  },
  active: { type: Boolean, default: true },
})
hookSchema.plugin(multiTenant)

export const WebhookModel = model('BillingWebhook', hookSchema)

const id = '64b7f9d2c1a4e5f601234567'
const contact = { name: 'Katherine', email: 'K@example.org' }

export const billing: readonly CatalogueEntry[] = [
  {
    name: 'billing tenant',
    model: TenantModel,
    bodies: [
      {
        name: 'Acme',
        slug: 'acme',
        contacts: { owner: contact, others: [contact] },
        limits: { seats: 5 },
        features: { sso: true },
        domains: [{ host: 'ACME.example' }],
        legal: { address: { country: 'DE' } },
      },
    ],
  },
  {
    name: 'billing plan',
    model: PlanModel,
    bodies: [
      {
        code: 'pro',
        title: { en: 'Pro' },
        interval: 'month',
        price: { amount: '49.00', currency: 'EUR' },
        metered: [
          { metric: 'calls', tiers: [{ upTo: 1000, unitPrice: '0.01' }, { unitPrice: { $numberDecimal: '0.005' } }] },
        ],
        entitlements: { sso: true, seats: 10, support: 'mail' },
      },
    ],
  },
  {
    name: 'billing subscription',
    model: SubscriptionModel,
    bodies: [
      {
        tenant: id,
        plan: id,
        seats: 3,
        period: { start: '2026-01-01', end: '2026-02-01' },
        addons: [{ plan: id }],
        metadata: { source: 'web' },
      },
    ],
  },
  {
    name: 'billing invoice',
    model: InvoiceModel,
    bodies: [
      {
        tenant: id,
        number: 'INV-1',
        issuedOn: '2026-01-01',
        dueOn: '2026-01-31',
        currency: 'EUR',
        lines: [{ description: 'Pro', quantity: 1, unitPrice: '49.00', tax: { rate: 0.19, code: 'de' } }],
        totals: { net: '49.00', gross: '58.31' },
        recipient: contact,
      },
    ],
  },
  {
    name: 'billing payment method',
    model: PaymentMethodModel,
    bodies: [
      { tenant: id, via: 'card', last4: '4242', expiry: { month: 12, year: 2030 } },
      { tenant: id, via: 'bank', iban: 'DE89 3704 0044 0532 0130 00', holder: 'Acme' },
    ],
  },
  {
    name: 'billing card',
    model: CardModel,
    bodies: [{ tenant: id, last4: '4242', expiry: { month: 1, year: 2027 }, brand: 'visa' }],
  },
  {
    name: 'billing bank account',
    model: BankModel,
    bodies: [{ tenant: id, iban: 'DE89370400440532013000', holder: 'Acme', mandate: { signedOn: '2026-01-01' } }],
  },
  {
    name: 'billing usage',
    model: UsageModel,
    bodies: [
      {
        tenant: id,
        subscription: id,
        metric: 'calls',
        quantity: '123',
        window: { from: '2026-01-01', to: '2026-01-02' },
        dimensions: { eu: { calls: 5 } },
        source: 'api',
        samples: [[1, 2], []],
      },
    ],
  },
  {
    name: 'billing audit record',
    model: AuditModel,
    bodies: [
      {
        actor: { kind: 'user', ip: '127.0.0.1' },
        action: 'Update',
        target: { model: 'Plan', id },
        changes: [{ path: 'price', before: null, after: { amount: 1 } }],
        at: '2026-01-01T00:00:00Z',
      },
    ],
  },
  {
    name: 'billing webhook',
    model: WebhookModel,
    bodies: [{ tenant: id, url: 'https://example.org/hook', events: ['invoice.paid'], headers: { 'x-key': 'v' } }],
  },
]
