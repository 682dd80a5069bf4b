interface MapLike<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** The value of a key, made where the map has none yet: ECMAScript's `Map.prototype.getOrInsertComputed`. */
export function getOrInsert<Key, Value>(map: MapLike<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make(key)))
  return value
}
