import { createGuard } from 'mongoose-guard'
import { guard } from 'mongoose-guard/web'
import Post from '../../../models/post'

const newPost = createGuard(Post, { allow: ['title', 'body'] })

async function createPost(request: Request & { validated: { title?: string; body?: string } }) {
  const { title = '', body } = request.validated
  const slug = title.toLowerCase().replaceAll(' ', '-')
  return Response.json(await Post.create({ title, slug, body }), { status: 201 })
}

export const POST = guard(newPost, createPost)
