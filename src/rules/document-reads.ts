import type { Callable } from '../mongoose/mongoose.ts'
import { textOfFunction } from '../values/function-text.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import { canSeeDocument, mayWriteDate, takesDocument } from './can-see-document.ts'

/** What a function reads of the document, where that is all it does with it. */
export interface DocumentReads {
  /** Members, by `this.name` or `this['name']`, which it may call, and fields by `this.get('name')`. */
  readonly names: readonly string[]
  readonly callsGet: boolean
  readonly readsIsNew: boolean
}

export const noReads: DocumentReads = { names: [], callsGet: false, readsIsNew: false }

const everyThis = /\bthis\b/g
// The name must end where the match does: the next letter may be one of any script, or an escape.
const reads =
  /\bthis\b(?: ?\??\. ?get ?\( ?(["'])(?<got>\w+)\1 ?\)| ?\??\. ?(?<member>[A-Za-z_$][\w$]*)(?![\w$\\]|[^\0-\x7f])| ?(?:\?\.)? ?\[ ?(["'])(?<key>\w+)\4 ?\])/g

const declarations = /\b(?:const|let|var) [\w$]+ ?=(?![=>])/g
/** Any other assignment, and what else writes: `++`, `delete`, the head of a loop. In a text, it only seems to. */
const mayWrite = /(?<![=!<>])=(?![=>])|<<=|>>=|\+\+|--|\bdelete\b|\bfor\b(?!(?: await)? ?\( ?(?:const|let|var)\b)/

const known = new WeakMap<Callable, { readonly found: DocumentReads | undefined }>()

/**
 * What a function of the schema reads of the document, by its source text: {@link noReads} where it cannot see it (see
 * {@link canSeeDocument}), `undefined` where it may do anything else with it, and in doubt.
 */
export function documentReadsOf(fn: Callable, harmlessParameters: number): DocumentReads | undefined {
  if (!canSeeDocument(fn, harmlessParameters)) return noReads
  if (takesDocument(fn, harmlessParameters)) return undefined
  return getOrInsert(known, fn, () => ({ found: readsIn(fn) })).found
}

function readsIn(fn: Callable): DocumentReads | undefined {
  const text = textOfFunction(fn)
  if (text === undefined || /^class\b|\b(?:arguments|eval|super)\b/.test(text)) return undefined
  if (mayWriteDate(fn) || mayWrite.test(text.replace(declarations, ''))) return undefined
  const found = [...text.matchAll(reads)].map(({ groups = {} }) => groups)
  if (found.length !== text.match(everyThis)?.length) return undefined
  const got = found.flatMap((groups) => groups.got ?? [])
  const members = found.flatMap(({ member, key }) => member ?? key ?? [])
  return {
    names: [...new Set([...got, ...members.filter((name) => name !== 'isNew')])],
    callsGet: got.length > 0,
    readsIsNew: members.includes('isNew'),
  }
}

/** What several functions read together. */
export function joinReads(all: readonly (DocumentReads | undefined)[]): DocumentReads | undefined {
  let joined: DocumentReads = noReads
  for (const one of all) {
    if (one === undefined) return undefined
    if (one === noReads) continue
    joined = {
      names: [...new Set([...joined.names, ...one.names])],
      callsGet: joined.callsGet || one.callsGet,
      readsIsNew: joined.readsIsNew || one.readsIsNew,
    }
  }
  return joined
}
