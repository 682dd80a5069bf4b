import { model, Schema, Types } from 'mongoose'
import type { CatalogueEntry } from './entry.ts'

export interface Author {
  name: string
  slug: string
  bio?: { short?: string | null; long?: string | null } | null
  avatar?: Types.ObjectId | null
  links: { label: string; url: string }[]
  active: boolean
}

const authorSchema = new Schema<Author>({
  name: { type: String, required: true, trim: true },
  slug: { type: String, required: true, lowercase: true },
  bio: new Schema({ short: { type: String, maxlength: 140 }, long: String }, { _id: false }),
  avatar: { type: Schema.Types.ObjectId, ref: 'CmsAsset' },
  links: [
    {
      _id: false,
      label: { type: String, required: true },
      url: { type: String, required: true, match: /^https?:\/\// },
    },
  ],
  active: { type: Boolean, default: true },
})

export const AuthorModel = model<Author>('CmsAuthor', authorSchema)

const assetSchema = new Schema(
  {
    filename: { type: String, required: true },
    mime: { type: String, required: true, match: /^\w+\/[\w.+-]+$/ },
    bytes: { type: Number, required: true, min: 0 },
    checksum: { type: Buffer },
    dimensions: { width: { type: Schema.Types.Int32 }, height: { type: Schema.Types.Int32 } },
    alt: { type: Map, of: String },
    focus: { x: { type: Number, min: 0, max: 1, default: 0.5 }, y: { type: Number, min: 0, max: 1, default: 0.5 } },
    renditions: { type: Map, of: new Schema({ url: { type: String, required: true }, width: Number }, { _id: false }) },
    exif: { type: Schema.Types.Mixed },
    folder: { type: String, default: '/' },
  },
  { timestamps: true, minimize: false },
)

export const AssetModel = model('CmsAsset', assetSchema)

const blockSchema = new Schema(
  { anchor: { type: String, lowercase: true }, hidden: { type: Boolean, default: false } },
  { discriminatorKey: 'kind', _id: false },
)

const pageSchema = new Schema(
  {
    title: { type: Map, of: { type: String, minlength: 1 }, required: true },
    slug: { type: String, required: true, lowercase: true, trim: true, match: /^[a-z0-9/-]+$/i },
    language: { type: String, enum: ['en', 'de', 'fr'], default: 'en' },
    author: { type: Schema.Types.ObjectId, ref: 'CmsAuthor' },
    blocks: [blockSchema],
    hero: blockSchema,
    seo: {
      title: { type: String, maxlength: 70 },
      description: { type: String, maxlength: 160 },
      canonical: String,
      robots: { index: { type: Boolean, default: true }, follow: { type: Boolean, default: true } },
      openGraph: { title: String, image: { type: Schema.Types.ObjectId, ref: 'CmsAsset' } },
    },
    publication: {
      state: { type: String, enum: ['draft', 'review', 'published', 'archived'], default: 'draft' },
      at: Date,
      until: Date,
      approvedBy: { type: Schema.Types.ObjectId, ref: 'CmsAuthor' },
    },
    redirectsFrom: [String],
    revision: { type: Number, default: 1, min: 1 },
  },
  { timestamps: true },
)

const heading = new Schema(
  { text: { type: String, required: true }, level: { type: Number, enum: [1, 2, 3], default: 2 } },
  { _id: false },
)
const richText = new Schema(
  { html: { type: String, required: true, maxlength: 50000 }, footnotes: [String] },
  { _id: false },
)
const gallery = new Schema(
  {
    images: {
      type: [{ asset: { type: Schema.Types.ObjectId, required: true }, caption: String, _id: false }],
      validate: [(list: unknown[] | null) => (list?.length ?? 0) > 0, 'an empty gallery'],
    },
    columns: { type: Number, min: 1, max: 6, default: 3 },
  },
  { _id: false },
)
interface Discriminating {
  discriminator(name: string, schema: Schema, value?: string): unknown
}
const blocks = pageSchema.path('blocks') as unknown as Discriminating
blocks.discriminator('heading', heading)
blocks.discriminator('richText', richText)
blocks.discriminator('gallery', gallery)
const hero = pageSchema.path('hero') as unknown as Discriminating
hero.discriminator('gallery', gallery)
hero.discriminator('video', new Schema({ url: { type: String, required: true }, autoplay: Boolean }, { _id: false }))

export const PageModel = model('CmsPage', pageSchema)

const menuItemSchema = new Schema(
  {
    label: { type: String, required: true, maxlength: 40 },
    href: String,
    page: Schema.Types.ObjectId,
    openInNewTab: { type: Boolean, default: false },
  },
  { _id: false },
)
menuItemSchema.add({ children: [menuItemSchema] })

export const MenuModel = model(
  'CmsMenu',
  new Schema({
    name: { type: String, required: true },
    location: { type: String, enum: ['header', 'footer', 'sidebar'] },
    items: [menuItemSchema],
    active: { type: Boolean, default: true },
  }),
)

export const RedirectModel = model(
  'CmsRedirect',
  new Schema({
    from: { type: String, required: true, match: /^\// },
    to: { type: String, required: true },
    status: { type: Number, enum: [301, 302, 307, 308], default: 301 },
    hits: { type: Number, default: 0 },
    note: String,
  }),
)

const formSchema = new Schema({
  name: { type: String, required: true },
  fields: [
    {
      key: { type: String, required: true, match: /^\w+$/ },
      // A field called `type` is written with a type of its own.
      type: { type: String, enum: ['text', 'number', 'choice'], required: true },
      label: { type: Map, of: String },
      options: [{ value: String, label: String, _id: false }],
      fallback: { type: Schema.Types.Union, of: [Number, { type: String, trim: true }] },
      constraints: { min: Number, max: Number, pattern: String },
    },
  ],
  notify: { emails: [{ type: String, lowercase: true, match: /@/ }], webhook: String },
})

export const FormModel = model('CmsForm', formSchema)

export const SiteModel = model(
  'CmsSite',
  new Schema(
    {
      host: { $type: String, required: true, lowercase: true },
      names: { $type: Map, of: String },
      contact: { type: { $type: String, enum: ['mail', 'form'] }, value: String },
      features: { search: { $type: Boolean, default: true }, comments: { $type: Boolean, default: false } },
      'social.mastodon': String,
      'social.bluesky': String,
      analytics: { id: String, sampleRate: { $type: Number, min: 0, max: 1 } },
    },
    { typeKey: '$type', versionKey: false },
  ),
)

const id = '64b7f9d2c1a4e5f601234567'

export const cms: readonly CatalogueEntry[] = [
  {
    name: 'cms author',
    model: AuthorModel,
    bodies: [
      {
        name: 'Ursula',
        slug: 'ursula',
        bio: { short: 'writes' },
        links: [{ label: 'home', url: 'https://example.org' }],
      },
    ],
  },
  {
    name: 'cms asset',
    model: AssetModel,
    bodies: [
      {
        filename: 'a.jpg',
        mime: 'image/jpeg',
        bytes: 12,
        dimensions: { width: 10, height: 20 },
        alt: { en: 'A' },
        renditions: { small: { url: '/s.jpg', width: 5 } },
      },
    ],
  },
  {
    name: 'cms page',
    model: PageModel,
    bodies: [
      {
        title: { en: 'Home' },
        slug: 'home',
        blocks: [
          { kind: 'heading', text: 'Hello', level: 1 },
          { kind: 'gallery', images: [{ asset: id }] },
        ],
        hero: { kind: 'video', url: '/v.mp4' },
        seo: { robots: { index: false } },
        publication: { state: 'published', at: '2026-01-01' },
      },
    ],
  },
  {
    name: 'cms menu',
    model: MenuModel,
    bodies: [
      {
        name: 'main',
        location: 'header',
        items: [{ label: 'Home', href: '/', children: [{ label: 'Sub', children: [] }] }],
      },
    ],
  },
  { name: 'cms redirect', model: RedirectModel, bodies: [{ from: '/old', to: '/new', status: 308 }] },
  {
    name: 'cms form',
    model: FormModel,
    bodies: [
      {
        name: 'contact',
        fields: [{ key: 'age', type: 'number', fallback: 3, constraints: { min: 1 } }],
        notify: { emails: ['A@example.org'] },
      },
    ],
  },
  {
    name: 'cms site',
    model: SiteModel,
    bodies: [
      {
        host: 'Example.org',
        names: { en: 'Example' },
        contact: { type: 'mail', value: 'a@example.org' },
        social: { mastodon: '@a' },
      },
    ],
  },
]
