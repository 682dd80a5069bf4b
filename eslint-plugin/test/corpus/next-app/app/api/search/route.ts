import Post from '../../../models/post'

export const POST = async (req: Request) => {
  const filter = await req.json()
  const posts = await Post.find(filter).limit(10) // flagged: no-unguarded-filter
  return Response.json(posts)
}
