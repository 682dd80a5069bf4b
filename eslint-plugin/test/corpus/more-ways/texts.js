export const trim = (value) => (typeof value === 'string' ? value.trim() : value)
