/** A document, or sub-document, as far as its place goes. */
export interface PlacedDocument {
  readonly $__: { fullPath?: string | undefined; ownerDocument?: unknown }
  /** The document above, of a sub-document. */
  readonly $__parent?: PlacedDocument | null | undefined
  /** The same with the index of an element, unless that is to be skipped. Sub-documents have it. */
  $__pathRelativeToParent?(path?: string, skipIndex?: boolean): string | null | undefined
}

/** The document at the top. Not by `ownerDocument()`, which remembers what it finds before all is in place. */
export function ownerOf<Placed extends { readonly $__parent?: Placed | null | undefined }>(some: Placed): Placed {
  let owner = some
  for (let above = owner.$__parent; above; above = owner.$__parent) owner = above
  return owner
}

/** How many characters the full path of a sub-document has, or a few less. */
export function lengthOfPath(document: PlacedDocument): number {
  let length = 0
  let inner: PlacedDocument | null | undefined = document
  for (; inner; inner = inner.$__parent) length += pathAbove(inner)?.length ?? 0
  return length
}

/**
 * Where a sub-document is in the document above. Of an element it is the path of its array, which may be below keys of
 * Maps.
 */
function pathAbove(document: PlacedDocument): string | null | undefined {
  return document.$__pathRelativeToParent?.(undefined, true)
}

/**
 * The path from the document at the top, without the index of an element: what `ownerDocument()` of a sub-document
 * keeps as `fullPath`, and the cast of many types asks for. V8 keeps a sum of texts as its parts, where `join`, which
 * Mongoose calls, copies a long key of a Map for each sub-document below it.
 */
export function fullPathOf(document: PlacedDocument): string {
  let path: string | undefined
  let inner: PlacedDocument | null | undefined = document
  for (; typeof inner?.$__pathRelativeToParent === 'function'; inner = inner.$__parent) {
    const part = pathAbove(inner) ?? ''
    path = path === undefined ? part : `${part}.${path}`
  }
  return path ?? ''
}
