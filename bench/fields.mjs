// A small language for what a body may hold, so that every contestant is given the same task.

export const text = (rules = {}) => ({ kind: 'text', ...rules })
export const number = (rules = {}) => ({ kind: 'number', ...rules })
export const boolean = (rules = {}) => ({ kind: 'boolean', ...rules })
export const date = (rules = {}) => ({ kind: 'date', ...rules })
export const id = (rules = {}) => ({ kind: 'id', ...rules })
export const object = (fields, rules = {}) => ({ kind: 'object', fields, ...rules })
export const list = (of, rules = {}) => ({ kind: 'list', of, ...rules })

export const hex24 = /^[0-9a-fA-F]{24}$/
export const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** A required text may not be empty, as in Mongoose. */
export const leastLength = ({ min, required }) => min ?? (required ? 1 : undefined)

export const mapValues = (record, map) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
