const pattern = /\b(?:from|import|require)\s*\(?\s*['"`]([^'"`\n]+)['"`]/g

/** The modules that a text imports, by how it names them. */
export function specifiersIn(text: string): string[] {
  return Array.from(text.matchAll(pattern), ([, specifier = '']) => specifier)
}
