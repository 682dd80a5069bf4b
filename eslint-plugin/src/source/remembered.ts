import type { SourceFile } from './source-file.ts'

/**
 * Remembers what is found of something that belongs to one lint run, for as long as that lasts: a file, a project, or a
 * value.
 */
export function remembered<Subject extends object, Answer>(
  find: (subject: Subject) => Answer,
): (subject: Subject) => Answer {
  const known = new WeakMap<Subject, { readonly answer: Answer }>()
  return (subject) => {
    let entry = known.get(subject)
    if (!entry) known.set(subject, (entry = { answer: find(subject) }))
    return entry.answer
  }
}

/** The same of a file. */
export function rememberedByFile<Answer>(find: (file: SourceFile) => Answer): (file: SourceFile) => Answer {
  return remembered(find)
}

/** The same of a part of a file: a node or a variable. */
export function rememberedByPart<Part extends object, Answer>(
  find: (part: Part, file: SourceFile) => Answer,
): (part: Part, file: SourceFile) => Answer {
  const partsOf = rememberedByFile((file) => remembered((part: Part) => find(part, file)))
  return (part, file) => partsOf(file)(part)
}
