import type { FieldDescription, Fields, ModelDescription, SchemaDescription } from './description.ts'
import type { Random } from './random.ts'

/** Puts geospatial indexes on arrays of some drawn models, and on objects that get an array of coordinates. */
export function withGeoIndexes(description: ModelDescription, random: Random): ModelDescription {
  return random.chance(0.25) ? { ...description, ...new Indexer(random).schema(description) } : description
}

const indexes = ["'2dsphere'", "'2d'", "{ type: '2dsphere', sparse: true }"]

class Indexer {
  constructor(private readonly random: Random) {}

  schema(description: SchemaDescription): SchemaDescription {
    const { discriminators } = description
    const fields = this.#fields(description.fields)
    if (discriminators === undefined) return { ...description, fields }
    const children = Object.entries(discriminators).map(([name, child]) => [
      name,
      { ...child, schema: this.schema(child.schema) },
    ])
    return { ...description, fields, discriminators: Object.fromEntries(children) as typeof discriminators }
  }

  #fields(fields: Fields): Fields {
    return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, this.#field(field)]))
  }

  #field(field: FieldDescription): FieldDescription {
    switch (field.kind) {
      case 'nested':
        return { ...field, fields: this.#fields(field.fields) }
      case 'array':
        return this.random.chance(0.6) ? indexed(field, this.random.pick(indexes)) : field
      case 'map':
        return { ...field, of: this.#field(field.of) }
      case 'docs':
        return { ...field, schema: this.schema(field.schema) }
      case 'sub': {
        const schema = this.schema(field.schema)
        return this.random.chance(0.4)
          ? indexed({ ...field, schema: this.#located(schema) }, "'2dsphere'")
          : { ...field, schema }
      }
      default:
        return field
    }
  }

  #located(schema: SchemaDescription): SchemaDescription {
    const options = this.random.pick([
      {},
      { required: 'true' },
      { validate: 'v => v.length > 1' },
      { default: '[1, 2]' },
    ])
    const coordinates: FieldDescription = { kind: 'array', of: { kind: 'leaf', type: 'Number' }, options }
    return { ...schema, fields: { ...schema.fields, coordinates } }
  }
}

function indexed(field: FieldDescription & { kind: 'array' | 'sub' }, index: string): FieldDescription {
  return { ...field, options: { ...field.options, index } }
}
