import type { Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import { isLeftDocument } from './left-documents.ts'
import { isSavedDocument } from './saved-documents.ts'
import type { MongooseKind } from './kind-tables.ts'
import { kindOfValue, mongooseKindOf } from './kinds.ts'

/** What Mongoose does with an argument: it writes its fields, or matches documents by its values. */
export type SinkKind = 'write' | 'filter'

/** A call of Mongoose, and the argument of it that must not be raw. */
export interface Sink {
  readonly kind: SinkKind
  /** As in `User.create()`. */
  readonly name: string
  readonly argument: Node
  readonly file: SourceFile
  /** Of a filter: whether it is raw as a whole, and not by the value of one field. */
  readonly isWhole?: boolean
  /** Of a filter: the expression that is to be matched, where it is written out. */
  readonly value?: Node
  /** Of an update: what stands in the place of its filter, which only a caller may tell to be none. */
  readonly selector?: Selector
}

/** What a method that updates takes for a filter. */
export interface Selector {
  readonly node: Node
  readonly method: string
}

/** What is a sink if it is called on a model, a document or a query. */
export interface PossibleSink extends Sink {
  readonly receiver: Node
  readonly isSinkOf: (kind: MongooseKind) => boolean
}

/** Whether a call is a sink, by what it is called on. */
export function isSink({ receiver, file, isSinkOf }: PossibleSink): boolean {
  const isDocument = () => isSavedDocument(receiver, file) || isLeftDocument(receiver, file)
  const kind = mongooseKindOf(receiver, file) ?? (isDocument() ? 'document' : undefined)
  return kind !== undefined && isSinkOf(kind)
}

/** The same, of what the receiver stands for at a call. */
export function isSinkOn({ file, isSinkOf }: PossibleSink, receiver: Value): boolean {
  const kind = kindOfValue(receiver, file)
  return kind !== undefined && isSinkOf(kind)
}

/** How a call is written, short enough for a message. */
export function sinkName(callee: Node, file: SourceFile): string {
  const text = file.code
    .getText(callee as Parameters<SourceFile['code']['getText']>[0])
    .replaceAll(/\s*\n\s*(?=\.)/g, '')
    .replaceAll(/\s+/g, ' ')
  return text.length > 40 ? `…${text.slice(-39)}` : text
}
