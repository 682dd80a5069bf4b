import mongoose from 'mongoose'

const { model, Schema } = mongoose

export const Account = model(
  'BlogAccount',
  new Schema({
    email: { type: String, required: [true, 'Please give your email'], unique: true, lowercase: true, trim: true },
    password: { type: String, required: [true, 'Please give a password'] },
    displayName: { type: String, trim: true, default: 'Anonymous' },
    birthday: Date,
    website: String,
    postsPerPage: { type: Number, default: 10 },
    newsletter: { type: Boolean, default: false },
    address: { city: String, zip: String },
    isEditor: { type: Boolean, default: false },
  }),
)

export const Post = model(
  'BlogPost',
  new Schema(
    {
      title: {
        type: String,
        required: [true, 'A post needs a title'],
        trim: true,
        maxlength: [120, 'At most 120 letters'],
      },
      body: { type: String, required: [true, 'A post needs a text'] },
      tags: [String],
      isPublished: { type: Boolean, default: false },
      publishAt: Date,
      priority: { type: Number, min: 0, max: 9 },
      links: [
        {
          label: { type: String, required: true },
          url: { type: String, required: true, match: /^https?:/ },
          _id: false,
        },
      ],
      views: { type: Number, default: 0 },
    },
    { timestamps: true },
  ),
)

export const Comment = model(
  'BlogComment',
  new Schema({
    post: { type: Schema.Types.ObjectId, required: true },
    name: { type: String, required: true },
    email: { type: String, required: true },
    text: { type: String, required: true, maxlength: 2000 },
  }),
)
