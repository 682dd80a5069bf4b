import { readFileSync, statSync, type Stats } from 'node:fs'

/**
 * The file at a path, `undefined` where none can be asked for. A lint rule names paths that nobody wrote, such as
 * `package.json/index.js`, and names that no file system takes; an error that leaves a rule stops ESLint as a whole.
 */
export function statFile(path: string): Stats | undefined {
  // Most of the paths are not there, which costs less without an exception. ENOTDIR is one before Node.js 22.15.
  const stats = unlessRefused(() => statSync(path, { throwIfNoEntry: false }))
  return stats?.isFile() ? stats : undefined
}

/** The text of a file, `undefined` where it cannot be read: it may be gone since it was asked for. */
export function readFileText(path: string): string | undefined {
  return unlessRefused(() => readFileSync(path, 'utf8'))
}

function unlessRefused<Answer>(ask: () => Answer): Answer | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
