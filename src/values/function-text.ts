import { getOrInsert } from './get-or-insert.ts'

const texts = new WeakMap<object, string | undefined>()

/** A function of the engine, a bound one, or what stands behind a Proxy. */
const nativeText = /\{\s*\[native code\]\s*\}$/

/**
 * The source text of a function, with white space as single spaces; `undefined` where that is not to be had: of a
 * schema that was shipped as bytecode the text is blank, and a Proxy shows that of a native function.
 */
export function textOfFunction(fn: unknown): string | undefined {
  if (typeof fn !== 'function') return undefined
  if (!texts.has(fn)) texts.set(fn, ownText(Function.prototype.toString.call(fn)))
  return texts.get(fn)
}

/** As {@link textOfFunction}, blank where it is not to be had. */
export function sourceOf(fn: unknown): string {
  return textOfFunction(fn) ?? ''
}

function ownText(text: string): string | undefined {
  if (nativeText.test(text)) return undefined
  const isFunction = text.includes('=>') || (text.includes('(') && text.endsWith('}')) || text.startsWith('class')
  return isFunction ? text.replace(/\s+/g, ' ') : undefined
}

const fingerprints = new WeakMap<object, string>()

/**
 * Tells a function from others by the words of its text alone, which a bundler leaves as they are: FNV-1a, in 32 bits.
 */
export function fingerprintOf(fn: unknown): string {
  if (typeof fn !== 'function') return ''
  return getOrInsert(fingerprints, fn, () => hashOf(Function.prototype.toString.call(fn)))
}

function hashOf(text: string): string {
  const code = text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '')
  let hash = 0x811c9dc5
  for (const character of (code.match(/\b[A-Za-z_$][\w$]*/g) ?? []).join(' ')) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
