type Callable = (...args: never[]) => unknown

const arrow = /^(?:async\b\s*)?(?:\([^()]*\)|[\w$]+)\s*=>/
/** May hold what looks like the end of the parameters. */
const computedName = /^(?:async\b\s*)?\*?\s*\[/
const thisWord = /\b(?:this|arguments|eval|super)\b/

const seen = new WeakMap<Callable, boolean>()

/**
 * Whether a function of the schema can get hold of the document: through `this`, or as an argument past the first
 * `free` ones. Judged by its source text. In doubt the answer is yes, because a wrong no would be a bug; a right one
 * spares building the document.
 */
export function canSeeDocument(fn: Callable, harmlessParameters: number): boolean {
  return takesMoreThan(fn, harmlessParameters) || readsThis(fn)
}

// `length` counts neither rest nor defaulted parameters, so the text decides.
function takesMoreThan(fn: Callable, harmlessParameters: number): boolean {
  if (harmlessParameters === Infinity) return false
  if (fn.length > harmlessParameters) return true
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
