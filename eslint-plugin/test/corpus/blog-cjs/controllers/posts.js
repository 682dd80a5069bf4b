const Post = require('../models/post')

async function list(req, res, next) {
  try {
    const { page = 1, tag } = req.query
    const posts = await Post.find(tag ? { tags: tag } : {}) // flagged: no-unguarded-filter
      .skip((page - 1) * 20)
      .limit(20)
      .populate('author', 'username')
    res.json(posts)
  } catch (err) {
    next(err)
  }
}

async function create(req, res, next) {
  try {
    const post = await Post.create({ ...req.validated, author: req.user._id })
    res.status(201).json(post)
  } catch (err) {
    next(err)
  }
}

async function update(req, res, next) {
  try {
    const post = await Post.findOne({ _id: req.params.id, author: req.user._id })
    if (!post) return res.sendStatus(404)
    Object.assign(post, req.body)
    await post.save()
    res.json(post)
  } catch (err) {
    next(err)
  }
}

async function comment(req, res, next) {
  try {
    const post = await Post.findById(req.params.id)
    post.comments.push({ author: req.user.username, body: req.body.body })
    await post.save()
    res.status(201).json(post.comments.at(-1))
  } catch (err) {
    next(err)
  }
}

async function importMany(req, res) {
  const posts = await Post.insertMany(req.body.posts) // flagged: no-unguarded-write
  res.status(201).json({ count: posts.length })
}

module.exports = { list, create, update, comment, importMany }
