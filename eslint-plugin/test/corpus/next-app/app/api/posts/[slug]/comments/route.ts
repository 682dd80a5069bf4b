import Post from '../../../../../models/post'

export async function POST(request: Request, { params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params
  const { author, body } = await request.json()
  if (!author || !body) return Response.json({ error: 'author and body are required' }, { status: 400 })
  const post = await Post.findOneAndUpdate({ slug }, { $push: { comments: { author, body } } }, { new: true })
  return Response.json(post)
}
