import { declaredResult, evaluate, keyOf, resolveImports, returnedValue } from '../evaluate/evaluate.ts'
import type { ModuleFilter } from '../evaluate/evaluator.ts'
import type { CallValue, ClassValue, ParameterValue, Value } from '../evaluate/value.ts'
import { isLoadedClass, schemaPlaceOf } from './schema-places.ts'
import { isMatch } from '../source/settings.ts'
import type { SourceFile } from '../source/source-file.ts'
import { decoratorsOf, type Node, parametersOf, parentOf } from '../source/syntax.ts'
import { typeNamesOf } from '../source/type-information.ts'

/** What an expression is to Mongoose. A query counts as the document that it will give; `list` is one for several. */
export type MongooseKind = 'model' | 'document' | 'query' | 'list'

/** What Mongoose thing an expression is, where imports, the settings or type information tell. */
export function mongooseKindOf(node: Node, file: SourceFile): MongooseKind | undefined {
  const known = kindOfValue(evaluate(node, file), file)
  if (known || file !== file.project.root) return known
  const names = typeNamesOf(node, file.code, isMongooseFile)
  if (names.has('Model')) return 'model'
  if (names.has('Document') || names.has('HydratedDocument')) return 'document'
  return names.has('Query') ? 'query' : undefined
}

/** What Mongoose thing a value is, as far as the source tells. */
export function kindOfValue(value: Value, file: SourceFile): MongooseKind | undefined {
  return kindOf(value, file, 0)
}

function isMongooseFile(path: string): boolean {
  return /[\\/]node_modules[\\/]mongoose\w*[\\/]/.test(path)
}

/** Whether a module can hold a model, going by its text. */
export const canHoldModel: ModuleFilter = (text) => text.includes('mongoose') || text.includes('typegoose')

function kindOf(value: Value, file: SourceFile, depth: number): MongooseKind | undefined {
  if (depth > 12) return undefined
  if (isNamedModel(value, file)) return 'model'
  if (value.kind === 'parameter') return kindOfParameter(value, file, depth)
  const resolved = resolveImports(value, canHoldModel)
  switch (resolved.kind) {
    case 'external':
      return isMongoose(resolved) && (resolved.path.at(-1) === 'Model' || resolved.path.at(-2) === 'models')
        ? 'model'
        : undefined
    case 'member':
      // `connection.models.User`
      return resolved.object.kind === 'member' &&
        resolved.object.key === 'models' &&
        isConnection(resolved.object.object)
        ? 'model'
        : undefined
    case 'class':
      return isModelClass(resolved, file, depth) || isLoadedClass(resolved) ? 'model' : undefined
    case 'instance':
      return isModelClass(resolved.of, file, depth) || isLoadedClass(resolved.of) ? 'document' : undefined
    case 'receiver':
    case 'object':
      return schemaPlaceOf(resolved)?.role
    case 'call':
      return kindOfCall(resolved, file, depth)
    case 'typed':
      return kindOfType(resolved.type)
    case 'oneOf':
      return agreed(resolved.values.map((each) => kindOf(each, file, depth + 1)))
    default:
      return undefined
  }
}

// What the types of Mongoose and of the packages around it are called.
const modelTypes: ReadonlySet<string> = new Set(
  'Model PaginateModel AggregatePaginateModel ReturnModelType ModelType SoftDeleteModel AccessibleRecordModel'.split(
    ' ',
  ),
)
const documentTypes: ReadonlySet<string> = new Set(['Document', 'HydratedDocument', 'DocumentType'])

/** A value of a type that is imported, from Mongoose or a package that adds to it. */
function kindOfType(type: Value): MongooseKind | undefined {
  if (type.kind !== 'external' || !/mongoose|typegoose/.test(type.source)) return undefined
  const name = type.path.at(-1) ?? ''
  return modelTypes.has(name) ? 'model' : documentTypes.has(name) ? 'document' : undefined
}

function kindOfParameter(value: ParameterValue, asked: SourceFile, depth: number): MongooseKind | undefined {
  if (isInjectedModel(value)) return 'model'
  const typed = value.fallback && kindOf(value.fallback, asked, depth + 1)
  return typed ?? kindOfCallback(value, asked, depth)
}

/** `constructor(@InjectModel(User.name) private users: Model<User>)` */
function isInjectedModel({ fn, index, file }: ParameterValue): boolean {
  const parameter = parametersOf(fn)[index]
  return decoratorsOf(parameter).some((decorator) => {
    const value = evaluate(decorator, file)
    const callee = value.kind === 'call' ? value.callee : value
    return (
      callee.kind === 'external' && callee.path.at(-1) === 'InjectModel' && /mongoose|typegoose/.test(callee.source)
    )
  })
}

/** What a query hands to a callback, its own or that of `then`. */
function kindOfCallback(
  { fn, index, file }: ParameterValue,
  asked: SourceFile,
  depth: number,
): MongooseKind | undefined {
  const call = parentOf(fn)
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return undefined
  const method = keyOf(call.callee, file)
  const { object } = call.callee
  if (object.type === 'Super') return undefined
  if (method === 'then' || method === 'exec') {
    const isResult = index === (method === 'then' ? 0 : 1) && call.arguments[0] === fn
    const kind = isResult ? kindOf(evaluate(object, file), asked, depth + 1) : undefined
    return kind === 'query' || kind === 'document' ? 'document' : undefined
  }
  const isLast = index === 1 && call.arguments.length > 1 && call.arguments.at(-1) === fn
  const kind = isLast ? kindOf(evaluate(call, file), asked, depth + 1) : undefined
  return kind === undefined || kind === 'list' ? undefined : 'document'
}

/** A model by its import, as the settings name it. */
function isNamedModel(value: Value, { project: { settings } }: SourceFile): boolean {
  return (
    (value.kind === 'imported' || value.kind === 'external') &&
    value.path.length <= 1 &&
    settings.models.some((pattern) => isMatch(value.source, pattern))
  )
}

function isMongoose(value: Value): boolean {
  return value.kind === 'external' && value.source === 'mongoose'
}

function isModelClass({ node, file }: ClassValue, asked: SourceFile, depth: number): boolean {
  return !!node.superClass && kindOf(evaluate(node.superClass, file), asked, depth + 1) === 'model'
}

// Statics of a model that give a query for one document; a list cannot be written to.
const finders: ReadonlySet<string> = new Set(
  'findById findOne findByIdAndUpdate findOneAndUpdate findOneAndReplace findByIdAndDelete findOneAndDelete updateOne updateMany replaceOne where'.split(
    ' ',
  ),
)
const makers: ReadonlySet<string> = new Set(['create', 'hydrate', 'insertOne'])
// What leaves no Mongoose document behind.
const breakers: ReadonlySet<string> = new Set('lean toObject toJSON distinct countDocuments then catch'.split(' '))
const modelMakers: ReadonlySet<string> = new Set(['model', 'discriminator'])

function kindOfCall(call: CallValue, file: SourceFile, depth: number): MongooseKind | undefined {
  const { callee, node } = call
  if (node.type === 'NewExpression' && !isModelCall(callee))
    return kindOf(callee, file, depth + 1) === 'model' ? 'document' : undefined
  // A model may be called without `new`.
  if (callee.kind === 'call') return kindOf(callee, file, depth + 1) === 'model' ? 'document' : undefined
  if (callee.kind === 'function')
    return kindOf(returnedValue(call), file, depth + 1) ?? kindOf(declaredResult(call), file, depth + 1)
  if (callee.kind === 'oneOf')
    return agreed(callee.values.map((each) => kindOfCall({ ...call, callee: each }, file, depth + 1)))
  if (isModelCall(callee)) return 'model'
  const method = methodOf(callee)
  if (!method) return undefined
  const { object, key } = method
  if (modelMakers.has(key) && isConnection(object)) return 'model'
  const kind = kindOf(object, file, depth + 1)
  if (kind === 'model') {
    if (key === 'discriminator') return 'model'
    return finders.has(key) ? 'query' : makers.has(key) ? 'document' : key === 'find' ? 'list' : undefined
  }
  return (kind === 'query' || kind === 'list') && !breakers.has(key) ? kind : undefined
}

function agreed(kinds: readonly (MongooseKind | undefined)[]): MongooseKind | undefined {
  return kinds.every((kind) => kind === kinds[0]) ? kinds[0] : undefined
}

function methodOf(callee: Value): { object: Value; key: string } | undefined {
  if (callee.kind === 'member') return callee
  const key = callee.kind === 'external' ? callee.path.at(-1) : undefined
  return callee.kind === 'external' && key !== undefined
    ? { object: { ...callee, path: callee.path.slice(0, -1) }, key }
    : undefined
}

function isModelCall(callee: Value): boolean {
  if (callee.kind !== 'external') return false
  const { source, path } = callee
  if (source === 'mongoose') return path.at(-1) === 'model'
  return source === '@typegoose/typegoose' && path.at(-1) === 'getModelForClass'
}

/** `mongoose.connection`, `mongoose.createConnection(…)`, `new Mongoose()`. */
function isConnection(value: Value): boolean {
  if (isMongoose(value)) return true
  const resolved = resolveImports(value, canHoldModel)
  if (isMongoose(resolved)) return true
  if (resolved.kind === 'oneOf') return resolved.values.every(isConnection)
  if (resolved.kind !== 'call') return false
  return resolved.callee.kind === 'member' ? isConnection(resolved.callee.object) : isMongoose(resolved.callee)
}
