/** Options of a path: name -> JavaScript source text of the value. Plain data, so that a case can be printed and shrunk. */
export type Options = Record<string, string>

export type FieldDescription =
  | { kind: 'leaf'; type: string; options?: Options }
  | { kind: 'nested'; fields: Fields }
  | { kind: 'sub'; schema: SchemaDescription; options?: Options }
  | { kind: 'docs'; schema: SchemaDescription; options?: Options; element?: Options }
  | { kind: 'array'; of: FieldDescription; options?: Options }
  | { kind: 'map'; of: FieldDescription; options?: Options }
  | { kind: 'union'; of: FieldDescription[]; options?: Options }

export type Fields = Record<string, FieldDescription>

export interface SchemaDescription {
  fields: Fields
  options?: Options
  /** Children that carry the schema itself. */
  recursive?: Record<string, 'sub' | 'docs' | 'map'>
  /** Discriminators registered on this schema: at the model for the top level, on the schema elsewhere. */
  discriminators?: Record<string, { schema: SchemaDescription; value?: string }>
}

/** A model: its schema, and what is about it. */
export interface ModelDescription extends SchemaDescription {
  /** What `required` asks in place of Mongoose's own judgement: type name -> source of a function. */
  checkRequired?: Record<string, string>
  /** The model belongs to a connection of its own. */
  onConnection?: true
}

const PRELUDE = `const { Schema } = mongoose
const T = Schema.Types
class Even extends mongoose.SchemaType {
  constructor(key, options) { super(key, options, 'Even') }
  cast(value) { if (typeof value !== 'number' || value % 2 !== 0) throw new Error('not even'); return value }
}
Even.schemaName = 'Even'
T.Even = Even
class Percent extends T.Number {
  cast(value) { const number = super.cast(value); if (number > 100) throw new Error('more than 100'); return number }
}
Percent.schemaName = 'Percent'
T.Percent = Percent
// As \`T.String.checkRequired(judge)\` would, without a trace in other Mongoose instances of the process.
const override = (name, judge) => {
  const Type = class extends T[name] {}
  Type.schemaName = name
  Type.checkRequired(judge)
  T[name] = Type
}`

const entries = (options: Options | undefined): string[] =>
  Object.entries(options ?? {}).map(([name, source]) => `${name}: ${source}`)

class Printer {
  readonly lines: string[] = []
  #schemas = 0

  schema(description: SchemaDescription): string {
    const typeKey = description.options?.typeKey === undefined ? 'type' : '$type'
    const fields = this.fields(description.fields, typeKey)
    const options = entries(description.options)
    const name = `s${++this.#schemas}`
    this.lines.push(`const ${name} = new Schema(${fields}${options.length > 0 ? `, { ${options.join(', ')} }` : ''})`)
    for (const [field, how] of Object.entries(description.recursive ?? {})) {
      const type = { sub: name, docs: `[${name}]`, map: `{ ${typeKey}: Map, of: ${name} }` }[how]
      this.lines.push(`${name}.add({ ${JSON.stringify(field)}: ${type} })`)
    }
    return name
  }

  discriminators(description: SchemaDescription, target: string): void {
    for (const [name, { schema, value }] of Object.entries(description.discriminators ?? {})) {
      const child = this.schema(schema)
      const last = value === undefined ? '' : `, ${JSON.stringify(value)}`
      this.lines.push(`${target}.discriminator(${JSON.stringify(name)}, ${child}${last})`)
    }
  }

  field(field: FieldDescription, typeKey: string): string {
    const typed = (type: string, options: Options | undefined, more: string[] = []): string => {
      const rest = [...more, ...entries(options)]
      return rest.length === 0 ? type : `{ ${[`${typeKey}: ${type}`, ...rest].join(', ')} }`
    }
    switch (field.kind) {
      case 'leaf':
        return typed(field.type, field.options)
      case 'nested':
        return this.fields(field.fields, typeKey)
      case 'sub':
        return typed(this.#embedded(field.schema), field.options)
      case 'docs':
        return typed(`[${typed(this.#embedded(field.schema), field.element)}]`, field.options)
      case 'array':
        return typed(`[${this.field(field.of, typeKey)}]`, field.options)
      case 'map':
        return typed('Map', field.options, [`of: ${this.field(field.of, typeKey)}`])
      case 'union':
        return typed(`'Union'`, field.options, [
          `of: [${field.of.map((member) => this.field(member, typeKey)).join(', ')}]`,
        ])
    }
  }

  fields(fields: Fields, typeKey: string): string {
    const printed = Object.entries(fields).map(
      ([name, field]) => `${JSON.stringify(name)}: ${this.field(field, typeKey)}`,
    )
    return printed.length === 0 ? '{}' : `{ ${printed.join(', ')} }`
  }

  #embedded(description: SchemaDescription): string {
    const name = this.schema(description)
    this.discriminators(description, name)
    return name
  }
}

/** The description as the JavaScript that builds its model: what a report shows is what ran. */
export function printModel(description: ModelDescription): string {
  const printer = new Printer()
  for (const [type, judge] of Object.entries(description.checkRequired ?? {}))
    printer.lines.push(`override('${type}', ${judge})`)
  const name = printer.schema(description)
  const owner = description.onConnection === true ? 'mongoose.createConnection()' : 'mongoose'
  printer.lines.push(`const Model = ${owner}.model('M', ${name})`)
  printer.discriminators(description, 'Model')
  return printer.lines.join('\n')
}

/** Builds the model of a description on one Mongoose instance; throws where Mongoose refuses the schema. */
export function buildModel(description: ModelDescription, mongoose: unknown): unknown {
  // The functions of a schema must be what their text says (a transpiler may add helpers), and a report must be runnable.
  // oxlint-disable-next-line typescript/no-implied-eval
  const build = new Function('mongoose', `'use strict'\n${PRELUDE}\n${printModel(description)}\nreturn Model`) as (
    mongoose: unknown,
  ) => unknown
  return build(mongoose)
}
