export const isAdmin = (req, res, next) => {
  if (req.user?.role !== 'admin') {
    res.status(403)
    throw new Error('Not authorized as an admin')
  }
  next()
}
