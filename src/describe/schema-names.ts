/** Names for the parts of a JSON Schema that others refer to. */
export class SchemaNames {
  private readonly used = new Set<string>()

  /** A name like the wanted one that no other part has, of the characters that OpenAPI takes. */
  unique(wanted: string): string {
    const base = wanted.replace(/[^\w.-]+/g, '_') || 'schema'
    let name = base
    for (let count = 2; this.used.has(name); count++) name = `${base}_${count}`
    this.used.add(name)
    return name
  }
}
