/** Most keys begin with another letter than those that every object inherits, and need no look at them. */
const firstLetters: boolean[] = []
for (const key of Object.getOwnPropertyNames(Object.prototype)) firstLetters[key.charCodeAt(0)] = true

/**
 * Gives an object a property of its own. Where `Object.prototype` is frozen, against prototype pollution, an assignment
 * throws for a key such as `toString`.
 */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (firstLetters[key.charCodeAt(0)] === true && key in Object.prototype) {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  } else object[key] = value
}
