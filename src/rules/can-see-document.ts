type Callable = (...args: never[]) => unknown

const arrow = /^(?:async\b\s*)?(?:\([^()]*\)|[\w$]+)\s*=>/
/** May hold what looks like the end of the parameters. */
const computedName = /^(?:async\b\s*)?\*?\s*\[/
const thisWord = /\b(?:this|arguments|eval|super)\b/

const seen = new WeakMap<Callable, boolean>()

/**
 * Whether a function of the schema can get hold of the document: through `this`, or as an argument past the first
 * `free` ones. Judged by its source text, and in doubt with yes, so that "no" is safe to build on: the guard then
 * spares the document.
 */
export function canSeeDocument(fn: Callable, free: number): boolean {
  return takesMoreThan(fn, free) || readsThis(fn)
}

// `length` counts neither rest nor defaulted parameters, so the text decides.
function takesMoreThan(fn: Callable, free: number): boolean {
  if (free === Infinity) return false
  if (fn.length > free) return true
  const source = sourceOf(fn)
  // A bound function hides the text; no other built-in function has a use for a document.
  if (source.endsWith('{ [native code] }')) return fn.name.startsWith('bound ')
  return computedName.test(source) || /^[^)]*(?:\.\.\.|=(?!>))/.test(source)
}

function readsThis(fn: Callable): boolean {
  let reads = seen.get(fn)
  if (reads === undefined) {
    const source = sourceOf(fn)
    // The `this` of an arrow function is that of the place where it was written.
    seen.set(fn, (reads = !arrow.test(source) && thisWord.test(source)))
  }
  return reads
}

function sourceOf(fn: Callable): string {
  return Function.prototype.toString.call(fn)
}
