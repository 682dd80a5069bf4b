import type { FieldDescription, ModelDescription } from './description.ts'
import { editFields } from './edit-fields.ts'
import type { Random } from './random.ts'

/** Puts geospatial indexes on arrays of some drawn models, and on objects that get an array of coordinates. */
export function withGeoIndexes(description: ModelDescription, random: Random): ModelDescription {
  if (!random.chance(0.25)) return description
  return editFields(description, (field, isElement) => {
    if (field.kind === 'array' && !isElement && random.chance(0.6)) return indexed(field, random.pick(indexes))
    return field.kind === 'sub' && random.chance(0.4) ? indexed(located(field, random), "'2dsphere'") : field
  })
}

const indexes = ["'2dsphere'", "'2d'", "{ type: '2dsphere', sparse: true }"]

const coordinateOptions = [{}, { required: 'true' }, { validate: 'v => v.length > 1' }, { default: '[1, 2]' }]

type Sub = FieldDescription & { kind: 'sub' }

function located(field: Sub, random: Random): Sub {
  const { schema } = field
  const of: FieldDescription = { kind: 'leaf', type: 'Number' }
  const coordinates: FieldDescription = { kind: 'array', of, options: random.pick(coordinateOptions) }
  return { ...field, schema: { ...schema, fields: { ...schema.fields, coordinates } } }
}

function indexed(field: Sub | (FieldDescription & { kind: 'array' }), index: string): FieldDescription {
  return { ...field, options: { ...field.options, index } }
}
