import type { SourceFile } from './source-file.ts'

/** Remembers what is found in a file, for as long as the lint run that the file belongs to. */
export function rememberedByFile<Answer>(find: (file: SourceFile) => Answer): (file: SourceFile) => Answer {
  const known = new WeakMap<SourceFile, { readonly answer: Answer }>()
  return (file) => {
    let entry = known.get(file)
    if (!entry) known.set(file, (entry = { answer: find(file) }))
    return entry.answer
  }
}

/** The same of a part of a file: a node or a variable. */
export function rememberedByPart<Part extends object, Answer>(
  find: (part: Part, file: SourceFile) => Answer,
): (part: Part, file: SourceFile) => Answer {
  const partsOf = rememberedByFile(() => new Map<Part, { readonly answer: Answer }>())
  return (part, file) => {
    const parts = partsOf(file)
    let entry = parts.get(part)
    if (!entry) parts.set(part, (entry = { answer: find(part, file) }))
    return entry.answer
  }
}
