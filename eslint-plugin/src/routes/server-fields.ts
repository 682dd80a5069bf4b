import { fieldOf, isRequired } from '../mongoose/schema-fields.ts'
import { isSameModel, type WrittenModel, writtenModel } from '../mongoose/written-model.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { FunctionNode } from '../source/syntax.ts'
import { fieldsNamed } from './body-fields.ts'
import { bodyReadsOf, readsBody } from './body-reads.ts'
import { traceOf } from './body-sinks.ts'
import { bodySourcesOf } from './body-sources.ts'

/** A function that writes a body to models, and the fields that it sets beside it without a look at what was sent. */
interface Setter {
  readonly models: readonly WrittenModel[]
  readonly fields: readonly string[]
  /** Those of them that it leaves out of the body, without anything in their place. */
  readonly omitted: ReadonlySet<string>
}

const settersOf = rememberedByFile((file) => nodesOf(file).functions.flatMap((node) => settersIn(node, file)))

/**
 * The fields of a model that handlers of a file set themselves, beside a body that is raw or validated: an owner, a
 * state. What they leave out of it is such a field unless no document can do without: a password that an update may not
 * change.
 */
export function fieldsOfServer(model: WrittenModel, file: SourceFile): ReadonlySet<string> {
  return new Set(
    settersOf(file).flatMap(({ models, fields, omitted }) =>
      models.some((each) => isSameModel(each, model))
        ? fields.filter((name) => !(omitted.has(name) && isRequired(fieldOf(model.node, name, model.file))))
        : [],
    ),
  )
}

function settersIn(node: FunctionNode, file: SourceFile): Setter[] {
  return bodySourcesOf(node, file).flatMap(({ index, paths }) => {
    const handler = { node, file, index }
    const all = [...paths, ['validated']]
    if (!readsBody(handler, all)) return []
    const { read, set, omitted } = fieldsNamed(bodyReadsOf(handler, all).reads)
    const fields = [...set].filter((name) => !read.has(name))
    if (fields.length === 0) return []
    const models = traceOf(handler, all).sinks.flatMap(({ sink }) =>
      sink.kind === 'write' ? (writtenModel(sink.receiver, sink.file) ?? []) : [],
    )
    return models.length > 0 ? [{ models, fields, omitted }] : []
  })
}
