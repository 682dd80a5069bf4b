import type { JSONSchema } from '../types/json-schema.ts'
import type { Dialect } from './dialect.ts'
import { SchemaNames } from './schema-names.ts'

/** The named parts of a schema. */
export class Parts {
  readonly definitions: Record<string, JSONSchema> = {}
  readonly prefix: string
  private readonly names = new SchemaNames()
  private readonly forms = new Map<string, string>()

  constructor(readonly dialect: Dialect) {
    this.prefix = `#/${dialect.definitions}/`
  }

  /** A name for a part, which keeps its place until it is written. */
  reserve(wanted: string): string {
    const name = this.names.unique(wanted)
    this.definitions[name] = {}
    return name
  }

  /** A JSON form that is too long to be repeated at each field that has it. */
  shared(wanted: string, schema: JSONSchema): JSONSchema {
    const text = JSON.stringify(schema)
    let name = this.forms.get(text)
    if (name === undefined) {
      this.forms.set(text, (name = this.reserve(wanted)))
      this.definitions[name] = schema
    }
    return { $ref: this.prefix + name }
  }
}
