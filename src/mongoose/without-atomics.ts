type Method = (this: never, ...given: never[]) => unknown

/** By Mongoose's own function that asks for it. */
const slicedSymbols = new WeakMap<object, PropertyKey | undefined>()

/**
 * Keeps an array from noting that it was set, as Mongoose itself does for one of which only a slice was read, and gives
 * what ends that. In Mongoose 9 a Map has each array note it, for which its path is copied.
 */
export function withoutAtomics(array: object): () => unknown {
  const register: unknown = Reflect.get(array, '_registerAtomic')
  const sliced = typeof register === 'function' ? slicedSymbolOf(register as Method) : undefined
  if (sliced === undefined) return () => undefined
  Reflect.set(array, sliced, true)
  return () => Reflect.set(array, sliced, undefined)
}

/** The property that `MongooseArray.prototype._registerAtomic` asks for first, and then does nothing. */
function slicedSymbolOf(register: Method): PropertyKey | undefined {
  if (!slicedSymbols.has(register)) {
    let asked: PropertyKey | undefined
    const get = (_array: object, key: PropertyKey) => {
      asked ??= key
      return true
    }
    Reflect.apply(register, new Proxy({}, { get }) as never, ['$set', []] as never[])
    const isSliced = typeof asked === 'symbol' && asked.description === 'mongoose#Array#sliced'
    slicedSymbols.set(register, isSliced ? asked : undefined)
  }
  return slicedSymbols.get(register)
}
