import { type EntryProblem, entriesError, isOfSelect } from '../errors/config-error.ts'
import type { AddedRules } from '../mongoose/added-rules.ts'
import { setsDefault } from '../mongoose/empty-arrays.ts'
import { fieldsOf, type SchemaFields, type SchemaLevel, type SchemaNode } from '../mongoose/schema-nodes.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import { pathOfAlias } from './alias.ts'
import { type Selection, wholeSelection } from './selected-fields.ts'
import { requireOneMeaning, requireSound } from './sound-nodes.ts'
import { nearestPath } from './suggestion.ts'

/** The options of a guard that name paths. */
export interface PathOptions {
  readonly allow: readonly string[]
  readonly rules: Readonly<Record<string, AddedRules>>
  readonly ignore: readonly string[]
  /** As `ignore`, where that is possible. */
  readonly ignoreIfFree?: readonly string[]
  /** The keys that lead to the document, which no path begins with, for errors. */
  readonly at?: readonly string[]
  /** The name of the model, for errors. */
  readonly modelName?: string | undefined
}

type Suggest = (entry: string) => string | undefined

/** How many wrong entries are told what was probably meant: each is compared with all paths, or thousands of them. */
const suggestionLimit = 20

/**
 * Turns the options that name paths into a selection.
 *
 * @throws GuardConfigError for allow entries that name no path of the schema (nor of a discriminator), or that
 *   reach inside a field without named fields; for rules of a path that is not allowed; for an ignored path that is
 *   allowed, or that no body can hold.
 */
export function selectPaths(level: SchemaLevel, options: PathOptions): Selection {
  const { allow, rules, ignore, ignoreIfFree = [], at = [], modelName } = options
  const selection = new SelectionBuilder(false)
  const suggest = suggestionsFor(level, at)
  const problems: EntryProblem[] = []
  const reached: { keys: readonly string[]; nodes: readonly SchemaNode[] }[] = []
  for (const entry of new Set(allow)) {
    const nodes = nodesNamed(level, entry, suggest)
    const keys = entry.split('.')
    if (isProblem(nodes)) problems.push(nodes)
    else {
      selection.allow(keys)
      reached.push({ keys, nodes })
    }
  }
  // What depends on an entry that is wrong would be reported twice.
  const isComplete = problems.length === 0
  for (const [path, added] of Object.entries(rules)) {
    const isAllowed = selection.at(path.split('.')) !== undefined
    const named = nodesNamed(level, path, suggest, `the path of rules "${path}"`)
    const nodes = isAllowed || isProblem(named) ? named : notAllowed(path)
    if (!isProblem(nodes)) selection.place(path.split('.')).rules = added
    else if (isAllowed || isComplete) problems.push(nodes)
  }
  for (const path of isComplete ? ignore : []) {
    const problem = ignorePath(level, selection, path)
    if (problem !== undefined) problems.push({ message: `ignore entry "${path}": ${problem}`, entry: path })
  }
  if (problems.length > 0) throw entriesError(problems, modelName)
  for (const path of ignoreIfFree) ignorePath(level, selection, path)
  // Now that it is known what is ignored.
  for (const { keys, nodes } of reached)
    for (const node of nodes) requireSound(node, keys, selection.at(keys) ?? wholeSelection)
  return selection
}

class SelectionBuilder implements Selection {
  readonly fields = new Map<string, SelectionBuilder>()
  isIgnored = false
  rules: AddedRules | undefined

  constructor(public isWhole: boolean) {}

  /** An allowed parent covers its children. */
  allow([key, ...rest]: readonly string[]): void {
    if (this.isWhole) return
    if (key === undefined) {
      this.isWhole = true
      this.fields.clear()
    } else this.field(key).allow(rest)
  }

  /** What a path is allowed by, if by anything. */
  at([key, ...rest]: readonly string[]): Selection | undefined {
    if (key === undefined) return this
    return this.fields.get(key)?.at(rest) ?? (this.isWhole ? wholeSelection : undefined)
  }

  /** The place of a path, to write to. */
  place(keys: readonly string[]): SelectionBuilder {
    return keys.reduce<SelectionBuilder>((outer, key) => outer.field(key), this)
  }

  private field(key: string): SelectionBuilder {
    return getOrInsert(this.fields, key, () => new SelectionBuilder(this.isWhole))
  }
}

function isProblem(named: readonly SchemaNode[] | EntryProblem): named is EntryProblem {
  return 'message' in named
}

function notAllowed(path: string): EntryProblem {
  return { message: `rules of "${path}": the path is not in "allow"`, entry: path }
}

/** Ignores a path, or gives the reason why it cannot be. */
function ignorePath(level: SchemaLevel, selection: SelectionBuilder, path: string): string | undefined {
  const keys = path.split('.')
  const problem = problemOfIgnored(level, selection, keys)
  if (problem === undefined) selection.place(keys).isIgnored = true
  return problem
}

function problemOfIgnored(
  level: SchemaLevel,
  selection: SelectionBuilder,
  keys: readonly string[],
): string | undefined {
  const above = keys.slice(0, -1)
  if (selection.at(above) === undefined) return `no body can hold it, because "${above.join('.')}" is not in "allow"`
  const nodes = nodesAt(level, keys)
  if (nodes === undefined) return `"${above.join('.')}" has no named fields`
  // Of a position inside an allowed one, the selection has no entry of its own.
  const known = selection.at(keys)
  if (known !== undefined && known !== wholeSelection) return 'the same path, or one in it, is in "allow" or has rules'
  return known !== undefined && nodes.some(isRequired) ? 'the schema requires it' : undefined
}

/** The nodes that a path may name, which may be none; `undefined` where it leads into what has no named fields. */
function nodesAt(level: SchemaLevel, keys: readonly string[]): SchemaNode[] | undefined {
  let fieldSets: readonly SchemaFields[] | undefined = fieldsOf(level)
  let nodes: SchemaNode[] = []
  for (const key of keys) {
    if (fieldSets.length === 0) return undefined
    nodes = fieldSets.flatMap((fields) => fields.get(key) ?? [])
    fieldSets = fieldSetsBelow(nodes)
  }
  return nodes
}

function isRequired(node: SchemaNode): boolean {
  if (node.kind === 'nested') return [...node.fields.values()].some(isRequired)
  return node.type.isRequired === true && !setsDefault(node)
}

/** The nodes that an entry names, or why it cannot be meant; `subject` begins the text. */
function nodesNamed(
  level: SchemaLevel,
  entry: string,
  suggest: Suggest,
  subject = `allow entry "${entry}"`,
): readonly SchemaNode[] | EntryProblem {
  const keys = entry.split('.')
  let fieldSets: readonly SchemaFields[] = fieldsOf(level)
  for (const [depth, key] of keys.entries()) {
    const nodes = fieldSets.flatMap((fields) => fields.get(key) ?? [])
    const isDiscriminatorKey = depth === 0 && key === level.discriminatorKey && keys.length === 1
    requireOneMeaning(nodes, keys.slice(0, depth + 1))
    // Mongoose adds the key's path with the first discriminator, which may be registered after the guard.
    if (nodes.length === 0 && isDiscriminatorKey && level.schema.options.discriminatorKey === key) return []
    if (nodes.length === 0) return notFound(entry, suggest, subject, isVirtual(level, entry) ? ofVirtual : undefined)
    if (depth === keys.length - 1) return nodes
    fieldSets = fieldSetsBelow(nodes)
    if (fieldSets.length === 0) {
      const field = keys.slice(0, depth + 1).join('.')
      // As `author.name`, where `author` is the id of another document.
      const nearest: Suggest = (wrong) => suggest(wrong) ?? field
      return nodes.some(isOpaque) ? reachesInside(entry, field, subject) : notFound(entry, nearest, subject)
    }
  }
  return []
}

function suggestionsFor(level: SchemaLevel, at: readonly string[]): Suggest {
  const [first] = at
  let left = suggestionLimit
  return (entry) => {
    // The nearest path of "-role" is the one that is not wanted.
    if (isOfSelect(entry) || left-- <= 0) return undefined
    const isOwn = first === undefined || fieldsOf(level).some((fields) => fields.has(first))
    const around = isOwn ? '' : `${at.join('.')}.`
    const path = entry.startsWith(around) ? entry.slice(around.length) : entry
    return pathOfAlias(level, path) ?? nearestPath(path, pathsOf(level))
  }
}

const ofVirtual = 'It is a virtual, which is not stored: allow the fields that its setter writes'

/** What documents show like a field. An alias is one to Mongoose as well: of it, the suggestion says more. */
function isVirtual({ schema: { virtuals = {}, aliases = {} } }: SchemaLevel, entry: string): boolean {
  return Object.hasOwn(virtuals, entry) && !Object.hasOwn(aliases, entry)
}

function notFound(entry: string, suggest: Suggest, subject: string, note?: string): EntryProblem {
  const suggestion = suggest(entry)
  return {
    message: `${subject} does not match the schema ("${entry}" not found)`,
    entry,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(note === undefined ? {} : { note }),
  }
}

function reachesInside(entry: string, field: string, subject: string): EntryProblem {
  return { message: `${subject} reaches inside "${field}", which has no named fields`, entry, suggestion: field }
}

/** Has content, but no fixed names in it: such a field is allowed as a whole. */
function isOpaque({ kind }: SchemaNode): boolean {
  return kind === 'array' || kind === 'map' || kind === 'mixed' || kind === 'union'
}

/** Of a recursive schema the same fields come again, in each of its discriminators. */
function fieldSetsBelow(nodes: readonly SchemaNode[]): SchemaFields[] {
  return [...new Set(nodes.flatMap(fieldsBelow))]
}

/** The fields that an entry may name below a node; none for what has no named fields. */
function fieldsBelow(node: SchemaNode): SchemaFields[] {
  switch (node.kind) {
    case 'nested':
      return [node.fields]
    case 'subdocument':
    case 'documentArray':
      return fieldsOf(node.level)
    default:
      return []
  }
}

/** Every path of a schema; a schema inside itself is not entered again. */
function* pathsOf(level: SchemaLevel): Generator<string> {
  yield* below(fieldsOf(level), '', new Set())

  function* below(
    fieldSets: readonly SchemaFields[],
    prefix: string,
    above: ReadonlySet<SchemaFields>,
  ): Generator<string> {
    for (const fields of fieldSets) {
      if (above.has(fields)) continue
      for (const [key, node] of fields) {
        yield prefix + key
        yield* below(fieldsBelow(node), `${prefix}${key}.`, new Set([...above, fields]))
      }
    }
  }
}
