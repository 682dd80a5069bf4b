export const isStrict = process.env.NODE_ENV !== 'legacy'
