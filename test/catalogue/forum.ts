import { model, Schema, type InferSchemaType } from 'mongoose'
import type { CatalogueEntry } from './entry.ts'

/** A plugin as applications write them: it adds paths to whatever schema it is given. */
function softDelete(schema: Schema): void {
  schema.add({ deletedAt: { type: Date }, deletedBy: { type: Schema.Types.ObjectId, ref: 'ForumMember' } })
}

const memberSchema = new Schema(
  {
    handle: {
      type: String,
      required: true,
      minlength: 3,
      maxlength: 20,
      match: [/^\w+$/, 'letters, digits and _ only'],
      validate: {
        validator: (handle: string | null) => Promise.resolve(handle !== 'admin'),
        message: 'this handle is taken',
      },
    },
    email: { type: String, required: true, lowercase: true },
    rank: { type: String, enum: ['guest', 'member', 'moderator'], default: 'guest' },
    bio: { type: String, maxlength: 500, default: '' },
    signature: {
      type: String,
      set: (text: unknown) => (typeof text === 'string' ? text.replaceAll('\n', ' ') : text),
      maxlength: 100,
    },
    links: { website: String, github: String, social: { type: Map, of: String } },
    stats: { posts: { type: Number, default: 0, min: 0 }, likes: { type: Number, default: 0, min: 0 }, lastSeen: Date },
    settings: {
      digest: { type: String, enum: ['off', 'daily', 'weekly'], default: 'weekly' },
      mutedBoards: [{ type: Schema.Types.ObjectId, ref: 'ForumBoard' }],
      theme: { name: { type: String, default: 'light' }, accent: { type: String, match: /^#[0-9a-f]{6}$/i } },
    },
    bannedUntil: { type: Date, default: null },
  },
  { timestamps: { createdAt: 'joinedAt', updatedAt: false } },
)
memberSchema.virtual('isModerator').get(function () {
  return this.get('rank') === 'moderator'
})

export const MemberModel = model('ForumMember', memberSchema)

const boardSchema = new Schema({
  title: { type: String, required: true, alias: 'name' },
  slug: { type: String, required: true, lowercase: true, trim: true },
  order: { type: Number, default: 100 },
  moderators: [{ type: Schema.Types.ObjectId, ref: 'ForumMember' }],
  rules: [{ title: { type: String, required: true }, body: String, since: { type: Date, default: Date.now } }],
  permissions: {
    read: { type: [String], enum: ['guest', 'member', 'moderator'], default: ['guest'] },
    write: { type: [String], enum: ['guest', 'member', 'moderator'], default: ['member'] },
  },
  archived: { type: Boolean, default: false },
})

export const BoardModel = model('ForumBoard', boardSchema)

const threadSchema = new Schema(
  {
    board: { type: Schema.Types.ObjectId, ref: 'ForumBoard', required: true },
    author: { type: Schema.Types.ObjectId, ref: 'ForumMember', required: true },
    title: { type: String, required: true, trim: true, minlength: 5, maxlength: 150 },
    tags: {
      type: [{ type: String, lowercase: true, match: /^[a-z0-9-]+$/i }],
      validate: [(tags: unknown[] | null) => (tags?.length ?? 0) <= 5, 'five tags at most'],
    },
    pinned: { type: Boolean, default: false },
    locked: { type: Boolean, default: false },
    poll: new Schema(
      {
        question: { type: String, required: true },
        options: [{ text: { type: String, required: true }, votes: { type: Number, default: 0 } }],
        closesAt: Date,
        multiple: { type: Boolean, default: false },
      },
      { _id: false },
    ),
    lastPost: { at: Date, by: { type: Schema.Types.ObjectId, ref: 'ForumMember' } },
    views: { type: Number, default: 0 },
  },
  { timestamps: true },
)
threadSchema.plugin(softDelete)

export type Thread = InferSchemaType<typeof threadSchema>
export const ThreadModel = model('ForumThread', threadSchema)

const commentSchema = new Schema({
  author: { type: Schema.Types.ObjectId, ref: 'ForumMember', required: true },
  text: { type: String, required: true, maxlength: 1000 },
  at: { type: Date, default: Date.now },
})
// Comments answer comments, to any depth.
commentSchema.add({ replies: [commentSchema] })

const postSchema = new Schema(
  {
    thread: { type: Schema.Types.ObjectId, ref: 'ForumThread', required: true },
    author: { type: Schema.Types.ObjectId, ref: 'ForumMember', required: true },
    format: { type: String, enum: ['markdown', 'html', 'plain'], default: 'markdown' },
    source: { type: String, required: true, maxlength: 20000 },
    quotes: [
      { post: { type: Schema.Types.ObjectId, required: true }, excerpt: { type: String, maxlength: 300 }, _id: false },
    ],
    attachments: [
      {
        name: { type: String, required: true },
        size: { type: Number, min: 0, max: 10_000_000 },
        mime: String,
        url: String,
      },
    ],
    reactions: { type: Map, of: [{ type: Schema.Types.ObjectId, ref: 'ForumMember' }] },
    comments: [commentSchema],
    edits: [{ at: Date, by: Schema.Types.ObjectId, reason: String, before: String }],
  },
  { timestamps: true },
)
postSchema.plugin(softDelete)

export const PostModel = model('ForumPost', postSchema)

const reportSchema = new Schema(
  {
    target: {
      kind: { type: String, enum: ['post', 'thread', 'member'], required: true },
      id: { type: Schema.Types.ObjectId, required: true, refPath: 'target.kind' },
    },
    reporter: { type: Schema.Types.ObjectId, ref: 'ForumMember', required: true },
    category: { type: String, enum: ['spam', 'abuse', 'illegal', 'other'], required: true },
    explanation: {
      type: String,
      required: [
        function (this: { category?: string | null }) {
          return this.category === 'other'
        },
        'Tell us what is wrong',
      ],
    },
    handled: { by: Schema.Types.ObjectId, at: Date, verdict: { type: String, enum: ['kept', 'removed'] } },
  },
  { timestamps: true, strict: 'throw' },
)

export const ReportModel = model('ForumReport', reportSchema)

const badgeSchema = new Schema({
  _id: { type: String, required: true },
  title: { type: String, required: true },
  icon: Buffer,
  criteria: { type: Schema.Types.Mixed, default: {} },
  levels: [{ type: Number, min: 1 }],
  translations: {
    type: Map,
    of: new Schema({ title: { type: String, required: true }, text: String }, { _id: false }),
  },
})

export const BadgeModel = model('ForumBadge', badgeSchema)

const id = '64b7f9d2c1a4e5f601234567'

export const forum: readonly CatalogueEntry[] = [
  {
    name: 'forum member',
    model: MemberModel,
    bodies: [
      {
        handle: 'grace',
        email: 'G@example.org',
        links: { social: { x: '@g' } },
        settings: { digest: 'daily', theme: { accent: '#ff00aa' } },
      },
    ],
  },
  {
    name: 'forum board',
    model: BoardModel,
    bodies: [
      { title: 'News', slug: 'news', rules: [{ title: 'Be kind' }], permissions: { read: ['guest', 'member'] } },
    ],
  },
  {
    name: 'forum thread',
    model: ThreadModel,
    bodies: [
      {
        board: id,
        author: id,
        title: 'A question',
        tags: ['Help'],
        poll: { question: 'Which?', options: [{ text: 'A' }, { text: 'B' }] },
      },
    ],
  },
  {
    name: 'forum post',
    model: PostModel,
    bodies: [
      {
        thread: id,
        author: id,
        source: '# Hi',
        reactions: { heart: [id] },
        comments: [{ author: id, text: 'one', replies: [{ author: id, text: 'two', replies: [] }] }],
      },
    ],
  },
  {
    name: 'forum report',
    model: ReportModel,
    bodies: [{ target: { kind: 'post', id }, reporter: id, category: 'other', explanation: 'It is copied.' }],
  },
  {
    name: 'forum badge',
    model: BadgeModel,
    bodies: [
      {
        _id: 'first-post',
        title: 'First post',
        icon: { type: 'Buffer', data: [137, 80] },
        levels: [1, 10],
        translations: { de: { title: 'Erster Beitrag' } },
      },
    ],
  },
]
