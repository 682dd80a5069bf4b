import { model, Schema, type HydratedDocument, type Types } from 'mongoose'
import type { CatalogueEntry } from './entry.ts'

const accountSchema = new Schema(
  {
    username: { type: String, required: true, lowercase: true, trim: true, minlength: 2, maxlength: 32 },
    displayName: { type: String, maxlength: 64 },
    status: { text: { type: String, maxlength: 80 }, emoji: String, until: Date },
    presence: { type: String, enum: ['online', 'away', 'busy', 'offline'], default: 'offline' },
    locale: { type: String, default: 'en', match: /^[a-z]{2}(-[A-Z]{2})?$/ },
    blocked: [{ type: Schema.Types.ObjectId, ref: 'ChatAccount' }],
    keys: { identity: { type: Buffer, required: true }, signed: { id: { type: Schema.Types.Int32 }, key: Buffer } },
    privacy: {
      lastSeen: { type: String, enum: ['all', 'contacts', 'none'], default: 'contacts' },
      readReceipts: { type: Boolean, default: true },
    },
  },
  { timestamps: true },
)

export const AccountModel = model('ChatAccount', accountSchema)

export interface Channel {
  name?: string | null
  topic?: string | null
  kind: 'direct' | 'group' | 'public'
  members: { account: Types.ObjectId; role: 'owner' | 'admin' | 'member'; joinedAt: Date; nickname?: string | null }[]
  pins: Types.ObjectId[]
  retention?: { days?: number | null } | null
  createdAt: Date
  updatedAt: Date
}

const channelSchema = new Schema<Channel>(
  {
    name: {
      type: String,
      trim: true,
      maxlength: 80,
      required(this: Channel) {
        return this.kind !== 'direct'
      },
    },
    topic: { type: String, maxlength: 250 },
    kind: { type: String, enum: ['direct', 'group', 'public'], required: true },
    members: {
      type: [
        {
          _id: false,
          account: { type: Schema.Types.ObjectId, ref: 'ChatAccount', required: true },
          role: { type: String, enum: ['owner', 'admin', 'member'], default: 'member' },
          joinedAt: { type: Date, default: Date.now },
          nickname: String,
        },
      ],
      validate: [
        function (this: HydratedDocument<Channel>, members: unknown[] | null) {
          return this.kind !== 'direct' || members?.length === 2
        },
        'a direct channel has two members',
      ],
    },
    pins: [{ type: Schema.Types.ObjectId, ref: 'ChatMessage' }],
    retention: { days: { type: Number, min: 1, max: 365 } },
  },
  { timestamps: true },
)

export const ChannelModel = model<Channel>('ChatChannel', channelSchema)

const messageSchema = new Schema(
  {
    channel: { type: Schema.Types.ObjectId, ref: 'ChatChannel', required: true },
    sender: { type: Schema.Types.ObjectId, ref: 'ChatAccount', required: true, immutable: true },
    replyTo: { type: Schema.Types.ObjectId, ref: 'ChatMessage' },
    reactions: { type: Map, of: [Schema.Types.ObjectId] },
    clientId: { type: Schema.Types.UUID },
    sequence: { type: BigInt },
    mentions: [
      {
        account: { type: Schema.Types.ObjectId, required: true },
        offset: { type: Number, min: 0 },
        length: { type: Number, min: 1 },
        _id: false,
      },
    ],
  },
  { timestamps: true, discriminatorKey: 'kind' },
)

export const MessageModel = model('ChatMessage', messageSchema)

export const TextMessageModel = MessageModel.discriminator(
  'ChatText',
  new Schema({
    text: { type: String, required: true, minlength: 1, maxlength: 4000 },
    preview: { url: String, title: String },
  }),
  'text',
)
export const FileMessageModel = MessageModel.discriminator(
  'ChatFile',
  new Schema({
    file: { name: { type: String, required: true }, bytes: { type: Number, min: 1, max: 50_000_000 }, mime: String },
    caption: { type: String, maxlength: 300 },
  }),
  'file',
)
export const PollMessageModel = MessageModel.discriminator(
  'ChatPoll',
  new Schema({
    question: { type: String, required: true },
    choices: {
      type: [{ type: String, minlength: 1 }],
      validate: [(list: unknown[] | null) => (list?.length ?? 0) >= 2, 'a poll needs two choices'],
    },
    votes: { type: Map, of: { type: Number, min: 0 } },
  }),
  'poll',
)

export const DeviceModel = model(
  'ChatDevice',
  new Schema({
    account: { type: Schema.Types.ObjectId, required: true },
    platform: { type: String, enum: ['ios', 'android', 'web'], required: true },
    pushToken: {
      type: String,
      required(this: { platform?: string }) {
        return this.platform !== 'web'
      },
    },
    app: { version: { type: String, match: /^\d+\.\d+\.\d+$/ }, build: Schema.Types.Int32 },
    lastSeen: { at: Date, ip: String },
    quietHours: {
      from: { type: Number, min: 0, max: 23 },
      to: { type: Number, min: 0, max: 23 },
      days: [{ type: Number, min: 0, max: 6 }],
    },
  }),
)

export const NotificationModel = model(
  'ChatNotification',
  new Schema(
    {
      account: { type: Schema.Types.ObjectId, required: true },
      title: { type: String, required: true, maxlength: 100 },
      payload: { type: Map, of: Schema.Types.Mixed },
      channels: { type: [{ type: String, enum: ['push', 'mail'] }], default: ['push'] },
      dedupe: { key: String, window: { type: Number, default: 60 } },
      readAt: Date,
    },
    { timestamps: { createdAt: 'meta.createdAt', updatedAt: false } },
  ),
)

const id = '64b7f9d2c1a4e5f601234567'

export const chat: readonly CatalogueEntry[] = [
  {
    name: 'chat account',
    model: AccountModel,
    bodies: [
      { username: 'Alan', status: { text: 'thinking' }, keys: { identity: { type: 'Buffer', data: [1, 2, 3] } } },
    ],
  },
  {
    name: 'chat channel',
    model: ChannelModel,
    bodies: [
      { kind: 'direct', members: [{ account: id }, { account: id, role: 'owner' }] },
      { kind: 'group', name: 'team', members: [] },
    ],
  },
  {
    name: 'chat message',
    model: MessageModel,
    bodies: [
      {
        kind: 'text',
        channel: id,
        sender: id,
        text: 'Hi',
        mentions: [{ account: id, offset: 0, length: 2 }],
        sequence: '9007199254740993',
      },
      { kind: 'file', channel: id, sender: id, file: { name: 'a.txt', bytes: 5 } },
      { kind: 'poll', channel: id, sender: id, question: 'Tea?', choices: ['yes', 'no'], votes: { yes: 2 } },
    ],
  },
  {
    name: 'chat text message',
    model: TextMessageModel,
    bodies: [
      {
        channel: id,
        sender: id,
        text: 'Hi',
        reactions: { ok: [id] },
        clientId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      },
    ],
  },
  {
    name: 'chat file message',
    model: FileMessageModel,
    bodies: [{ channel: id, sender: id, file: { name: 'a.txt' }, caption: 'notes' }],
  },
  {
    name: 'chat poll message',
    model: PollMessageModel,
    bodies: [{ channel: id, sender: id, question: 'Tea?', choices: ['yes', 'no'] }],
  },
  {
    name: 'chat device',
    model: DeviceModel,
    bodies: [
      {
        account: id,
        platform: 'web',
        app: { version: '1.2.3', build: 7 },
        quietHours: { from: 22, to: 6, days: [0, 6] },
      },
    ],
  },
  {
    name: 'chat notification',
    model: NotificationModel,
    bodies: [{ account: id, title: 'New', payload: { deep: { link: ['a'] } }, channels: ['mail'] }],
  },
]
