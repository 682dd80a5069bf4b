/**
 * Adds to a list that is made for its first item, which mostly stays alone: V8 makes room for sixteen others where that
 * is pushed to an empty list.
 */
export function addTo<Item>(list: Item[] | undefined, item: Item): Item[] {
  if (list === undefined) return [item]
  list.push(item)
  return list
}
