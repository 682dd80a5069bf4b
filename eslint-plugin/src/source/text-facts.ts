// Texts are kept to be compared with, so not too many of them.
const mostKept = 5000

/**
 * Remembers what a test says of the text of a module. In a run over many files most modules are asked about again and
 * again, by each file that imports them.
 */
export function rememberedByText<Answer>(test: (text: string) => Answer): (text: string, path: string) => Answer {
  const known = new Map<string, { readonly text: string; readonly answer: Answer }>()
  return (text, path) => {
    const entry = known.get(path)
    if (entry?.text === text) return entry.answer
    const answer = test(text)
    if (known.size >= mostKept) known.clear()
    known.set(path, { text, answer })
    return answer
  }
}
