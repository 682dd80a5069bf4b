export const closed = {
  type: 'object',
  properties: { to: { type: 'string' }, days: { type: 'number' } },
  required: ['to'],
  additionalProperties: false,
}

export const open = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }
