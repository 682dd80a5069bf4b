export const guard = (permission) => (req, res, next) => {
  if (req.user.permissions.includes(permission)) return next()
  res.status(403).json({ error: `${permission} is missing`, body: req.body })
}
