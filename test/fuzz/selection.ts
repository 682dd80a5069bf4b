import type { Random } from './random.ts'
import type { Selection } from './reference.ts'
import type { Levels, Shape } from './shape.ts'

/** Every top-level path of a model and of its discriminators. */
export function everyPath(root: Levels): string[] {
  return [...fieldsOf(root).keys()]
}

function fieldsOf(levels: Levels): Map<string, Shape> {
  const fields = new Map(levels.base())
  for (const child of levels.children().values())
    for (const [name, shape] of child) if (!fields.has(name)) fields.set(name, shape)
  return fields
}

/** Draws an allow list: some paths whole, some narrowed below nested objects, sub-schemas and arrays of them. */
export function drawAllow(root: Levels, random: Random): string[] {
  const allow: string[] = []
  const visit = (fields: Map<string, Shape>, prefix: string, depth: number): void => {
    for (const [name, shape] of fields) {
      if (random.chance(0.3)) continue
      const path = prefix + name
      const inner = depth > 0 && random.chance(0.5) ? namedFields(shape) : undefined
      if (inner === undefined) allow.push(path)
      else visit(inner, `${path}.`, depth - 1)
    }
  }
  visit(fieldsOf(root), '', 3)
  return allow
}

function namedFields(shape: Shape, isOpen: (levels: Levels) => boolean = () => true): Map<string, Shape> | undefined {
  if (shape.kind === 'nested') return shape.level
  const document = shape.kind === 'array' ? shape.of : shape
  return document.kind === 'sub' && isOpen(document.levels) ? fieldsOf(document.levels) : undefined
}

/** The entries as a tree. An entry whose parent is listed too adds nothing to it. */
export function selectionOf(allow: readonly string[]): Selection {
  const tree: Record<string, Selection> = {}
  for (const entry of allow) {
    let branch = tree
    const segments = entry.split('.')
    const last = segments.pop() ?? ''
    let covered = false
    for (const segment of segments) {
      const next = Object.hasOwn(branch, segment) ? branch[segment] : (branch[segment] = {})
      if (next === true) covered = true
      if (next === true || next === undefined) break
      branch = next
    }
    if (!covered) branch[last] = true
  }
  return tree
}

/** Every entry that an allow list may hold, down to where a recursive schema comes back to itself. */
export function allowEntries(root: Levels): string[] {
  return [...shapesByEntry(root).keys()]
}

/** The shape at each entry that an allow list may hold; `isOpen` says which sub-schemas are looked into. */
export function shapesByEntry(root: Levels, isOpen: (levels: Levels) => boolean = () => true): Map<string, Shape> {
  const entries = new Map<string, Shape>()
  const visit = (fields: Map<string, Shape>, prefix: string, seen: readonly unknown[]): void => {
    for (const [name, shape] of fields) {
      entries.set(prefix + name, shape)
      const schema = shape.kind === 'nested' ? undefined : shape.type.schema
      if (schema !== undefined && seen.includes(schema)) continue
      const inner = namedFields(shape, isOpen)
      if (inner !== undefined) visit(inner, `${prefix}${name}.`, [...seen, schema])
    }
  }
  visit(fieldsOf(root), '', [])
  return entries
}
