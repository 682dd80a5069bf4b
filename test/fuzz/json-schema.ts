import type { FieldDescription, Fields, ModelDescription, Options, SchemaDescription } from './description.ts'

/**
 * The same model without what a JSON Schema cannot say, by the table of docs/json-schema.md: functions, setters and
 * replaced casts, custom types, regular expressions with flags, dates as limits, and defaults that break a rule.
 */
export function describable(description: ModelDescription): ModelDescription {
  const { fields, options, recursive, discriminators, onConnection } = { ...description, ...schemaWithout(description) }
  return {
    fields,
    ...(options === undefined ? {} : { options }),
    ...(recursive === undefined ? {} : { recursive }),
    ...(discriminators === undefined ? {} : { discriminators }),
    ...(onConnection === undefined ? {} : { onConnection }),
  }
}

function schemaWithout(description: SchemaDescription): SchemaDescription {
  const { discriminators } = description
  return {
    ...description,
    fields: fieldsWithout(description.fields),
    ...(discriminators === undefined
      ? {}
      : {
          discriminators: Object.fromEntries(
            Object.entries(discriminators).map(([name, child]) => [
              name,
              { ...child, schema: schemaWithout(child.schema) },
            ]),
          ),
        }),
  }
}

function fieldsWithout(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldWithout(field)]))
}

function fieldWithout(field: FieldDescription): FieldDescription {
  switch (field.kind) {
    case 'leaf': {
      const type = field.type === 'T.Even' || field.type === 'T.Percent' ? 'Number' : field.type
      return { kind: 'leaf', type, ...optionsWithout(field.options, type) }
    }
    case 'nested':
      return { kind: 'nested', fields: fieldsWithout(field.fields) }
    case 'sub':
      return { kind: 'sub', schema: schemaWithout(field.schema), ...optionsWithout(field.options, 'container') }
    case 'docs': {
      const { element } = field
      return {
        kind: 'docs',
        schema: schemaWithout(field.schema),
        ...optionsWithout(field.options, 'container'),
        ...(element?.required === 'true' ? { element: { required: 'true' } } : {}),
      }
    }
    case 'array':
    case 'map':
      return { kind: field.kind, of: fieldWithout(field.of), ...optionsWithout(field.options, 'container') }
    case 'union':
      return {
        kind: 'union',
        of: oneContainer(field.of).map(fieldWithout),
        ...optionsWithout(field.options, 'container'),
      }
  }
}

/** Mongoose casts to each sub-schema of a Union, and what one of them cannot hold stays an error. */
function oneContainer(members: readonly FieldDescription[]): FieldDescription[] {
  const isMixed = (member: FieldDescription) => member.kind === 'leaf' && member.type === 'T.Mixed'
  const first = members.find(({ kind }) => kind === 'sub')
  const kept = members.filter((member) => member.kind !== 'sub' || (member === first && !members.some(isMixed)))
  return kept
}

const functions = /=>|function/
const withFlags = /\/[a-z]+(?=,|\]|$)/
const transforming = new Set(['set', 'cast', 'lowercase', 'uppercase', 'trim'])

function optionsWithout(options: Options = {}, type: string): { options?: Options } {
  const kept = Object.entries(options).filter(([name, source]) => {
    if (transforming.has(name)) return false
    if (name === 'validate') return type === 'String' && source.startsWith('/') && !withFlags.test(source)
    if (name === 'match') return !withFlags.test(source)
    if (name === 'required') return !functions.test(source)
    if (name === 'min' || name === 'max') return type !== 'Date'
    if (name === 'default') return isGoodDefault(source, options, type)
    return name !== 'get'
  })
  return kept.length === 0 ? {} : { options: Object.fromEntries(kept) }
}

/** Beside a rule, a default may break it. */
function isGoodDefault(source: string, options: Options, type: string): boolean {
  if (source === 'undefined' || source === 'null') return true
  if (type === 'container') return source === '[]' || source === 'new Map()'
  const isAlone = Object.keys(options).every((name) => name === 'default')
  return isAlone && (goodDefaults[type] ?? []).includes(source)
}

const goodDefaults: Readonly<Record<string, readonly string[]>> = {
  String: ["'dflt'", "'A b '"],
  Number: ['3', '0'],
  Boolean: ['true', 'false'],
  Date: ["'2020-01-01'"],
  'T.ObjectId': ["'64b7f9d2c1a4e5f601234567'"],
  'T.Mixed': ["'mixed'", '0'],
  'T.Int32': ['7'],
  'T.Double': ['1.5'],
  'T.Decimal128': ["'1.50'"],
  BigInt: ['12n'],
}
