import type { AddedRules } from '../mongoose/added-rules.ts'

/** What a guard's options say of one schema position. */
export interface Selection {
  /** All of it is allowed, but for what `fields` says of parts of it; else these parts alone. */
  readonly isWhole: boolean
  readonly fields: ReadonlyMap<string, Selection>
  /** May be in a body, and nobody looks at it. */
  readonly isIgnored: boolean
  readonly rules: AddedRules | undefined
}

/** A position that is allowed with everything in it. A single object, so that plans of recursive schemas end. */
export const wholeSelection: Selection = { isWhole: true, fields: new Map(), isIgnored: false, rules: undefined }

/** What a selection says of a field; `undefined` where the field is forbidden. */
export function selectedField({ isWhole, fields }: Selection, key: string): Selection | undefined {
  return fields.get(key) ?? (isWhole ? wholeSelection : undefined)
}
