import { type Bindings, bindingsOf, bound } from '../evaluate/bind.ts'
import {
  declaredResult,
  elementsOf,
  evaluate,
  keyOf,
  memberOf,
  resolveImports,
  returnedValue,
} from '../evaluate/evaluate.ts'
import {
  nameFrom,
  type CallValue,
  type ClassValue,
  type FunctionValue,
  type InstanceValue,
  type MemberValue,
  type ParameterValue,
  type Value,
} from '../evaluate/value.ts'
import { canHoldModel, isConnection, isModelsOfConnection, isMongoose, isUntold } from './connections.ts'
import { isGivenSchema } from './given-schemas.ts'
import { elementsSetIn, valuesSetIn } from './element-caches.ts'
import { isLeftModels } from './left-models.ts'
import { commonKind, kindGivenBy, kindOfType, type MongooseKind } from './kind-tables.ts'
import { isLoadedClass, schemaPlaceOf } from './schema-places.ts'
import { isMatch } from '../source/settings.ts'
import type { SourceFile } from '../source/source-file.ts'
import { decoratorsOf, type Node, parametersOf, parentOf } from '../source/syntax.ts'
import { typeNamesOf } from '../source/type-information.ts'

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
  steps = 0
  return kindOf(value, file, 0)
}

function isMongooseFile(path: string): boolean {
  return /[\\/]node_modules[\\/]mongoose\w*[\\/]/.test(path)
}

const deepest = 12
/** `Model`, `models.User`, and `model.User`, which some write for it before `|| mongoose.model(…)`. */
function namesModel(path: readonly string[]): boolean {
  const [before, name] = path.slice(-2)
  return path.at(-1) === 'Model' || before === 'models' || (before === 'model' && /^[A-Z]/.test(name ?? ''))
}

/**
 * Values that are looked at for one question; no answer that was found took more than 40. A variable that many calls
 * are assigned to, each of which gives back what it was given, may be any of these at each of them.
 */
const mostSteps = 400
let steps = 0

function kindOf(value: Value, file: SourceFile, depth: number, bindings?: Bindings): MongooseKind | undefined {
  if (depth > deepest || ++steps > mostSteps) return undefined
  if (isNamedModel(value, file)) return 'model'
  if (value.kind === 'parameter') return kindOfParameter(value, file, depth)
  if (value.kind === 'oneOf') return kindOfAny(value.values, file, depth, bindings)
  const resolved = resolveImports(value, canHoldModel)
  switch (resolved.kind) {
    case 'external':
      return isMongoose(resolved) && namesModel(resolved.path) ? 'model' : undefined
    case 'member':
      if (isModels(resolved.object, file)) return 'model'
      if (/^\d+$/.test(resolved.key) && kindOf(resolved.object, file, depth + 1, bindings) === 'list') return 'document'
      if (resolved.key === 'collection' && kindOf(resolved.object, file, depth + 1, bindings) === 'model')
        return 'collection'
      return kindOfReturnedMember(resolved, file, depth)
    case 'element': {
      if (isModels(resolved.object, file)) return 'model'
      if (kindOf(resolved.object, file, depth + 1, bindings) === 'list') return 'document'
      if (resolved.object.kind !== 'object') return undefined
      const elements = elementsOf(resolved.object)?.concat(elementsSetIn(resolved.object))
      return elements && commonKind(elements.map((each) => kindOf(each, file, depth + 1)))
    }
    case 'class':
      return isModelClass(resolved, file, depth) || isLoaded(resolved, resolved) ? 'model' : undefined
    case 'instance':
      return isModelClass(resolved.of, file, depth) || isLoaded(resolved, resolved.of) ? 'document' : undefined
    case 'receiver':
    case 'object':
      return schemaPlaceOf(resolved)?.role
    case 'call':
      return kindOfCall(resolved, file, depth, bindings) ?? kindFromService(value, file, depth, bindings)
    case 'exports':
      // `require('./user')` of `export default`, which Babel 5 makes the whole of the module.
      return kindOf(memberOf(resolved, 'default'), file, depth + 1)
    case 'typed':
      return kindOfType(resolved.type)
    case 'oneOf':
      // Of what other files hold, modules without models have not been looked into.
      return commonKind(resolved.values.map((each) => kindOf(each, file, depth + 1, bindings)))
    default:
      return undefined
  }
}

function isModels(value: Value, { project }: SourceFile): boolean {
  return isModelsOfConnection(value) || isLeftModels(value, project)
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
    return nameFrom(/mongoose|typegoose/, value.kind === 'call' ? value.callee : value) === 'InjectModel'
  })
}

const iterations: ReadonlySet<string> = new Set(['forEach', 'map', 'flatMap', 'filter', 'find', 'some', 'every'])

/** What a query hands to a callback, its own or that of `then`, or the list that it has given to that of `forEach`. */
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
    return kind === 'query' ? 'document' : kind === 'document' || kind === 'list' ? kind : undefined
  }
  if (index === 0 && iterations.has(method ?? '') && call.arguments[0] === fn)
    return kindOf(evaluate(object, file), asked, depth + 1) === 'list' ? 'document' : undefined
  const isLast = index === 1 && call.arguments.length > 1 && call.arguments.at(-1) === fn
  const kind = isLast ? kindOf(evaluate(call, file), asked, depth + 1) : undefined
  return kind === undefined || kind === 'list' ? kind : 'document'
}

/** A model by its import, as the settings name it. */
function isNamedModel(value: Value, { project: { settings } }: SourceFile): boolean {
  return (
    (value.kind === 'imported' || value.kind === 'external') &&
    value.path.length <= 1 &&
    settings.models.some((pattern) => isMatch(value.source, pattern))
  )
}

function isModelClass({ node, file }: ClassValue, asked: SourceFile, depth: number): boolean {
  return !!node.superClass && kindOf(evaluate(node.superClass, file), asked, depth + 1) === 'model'
}

/** In a class that a schema has loaded, `this` is a model or a document; by its name it is a class as any other. */
function isLoaded({ isThis }: ClassValue | InstanceValue, of: ClassValue): boolean {
  return (isThis ?? of.isThis) === true && isLoadedClass(of)
}

const modelMakers: ReadonlySet<string> = new Set(['model', 'discriminator'])

function kindOfCall(call: CallValue, file: SourceFile, depth: number, bindings?: Bindings): MongooseKind | undefined {
  const { callee, node } = call
  if (node.type === 'NewExpression' && !isModelCall(callee))
    return kindOf(callee, file, depth + 1, bindings) === 'model' ? 'document' : undefined
  // A model may be called without `new`.
  if (callee.kind === 'call') return kindOf(callee, file, depth + 1, bindings) === 'model' ? 'document' : undefined
  if (callee.kind === 'function')
    return (
      kindOfReturned(call, callee, file, depth, bindings) ??
      // What is handed over may be less than what a parameter is declared to be.
      kindOf(returnedValue(call), file, depth + 1) ??
      kindOf(declaredResult(call), file, depth + 1)
    )
  if (isGivenSchema(call, bindings, (value) => kindOf(value, file, depth + 1) === 'model')) return 'model'
  if (callee.kind === 'oneOf')
    return commonKind(callee.values.map((each) => kindOfCall({ ...call, callee: each }, file, depth + 1, bindings)))
  if (isModelCall(callee)) return 'model'
  const method = methodOf(callee)
  if (!method) return undefined
  const { object, key } = method
  if (modelMakers.has(key) && isConnection(object)) return 'model'
  const kept = key === 'get' ? valuesSetIn(resolveImports(object, canHoldModel)) : []
  if (kept.length > 0) return commonKind(kept.map((each) => kindOf(each, file, depth + 1)))
  if (key === 'id' && object.kind === 'member' && node.arguments.length === 1)
    return isPartOfDocument(object, file, depth, bindings) ? 'document' : undefined
  return kindGivenBy(key, kindOf(object, file, depth + 1, bindings))
}

/** `list.items` of a document, or what lies in it deeper. */
function isPartOfDocument({ object }: MemberValue, file: SourceFile, depth: number, bindings?: Bindings): boolean {
  if (object.kind === 'member' && isPartOfDocument(object, file, depth + 1, bindings)) return true
  const kind = kindOf(object, file, depth + 1, bindings)
  return kind === 'document' || kind === 'query'
}

/** What a method gives of a module that names no model itself: one of its base class, which is given the model. */
function kindFromService(value: Value, file: SourceFile, depth: number, bindings?: Bindings): MongooseKind | undefined {
  if (value.kind !== 'call' || value.node.type === 'NewExpression' || value.callee.kind === 'function') return undefined
  const resolved = resolveImports(value, () => true)
  return resolved.kind === 'call' && resolved.callee.kind === 'function'
    ? kindOfCall(resolved, file, depth, bindings)
    : undefined
}

/** What a call gives of a function that is written in the source, with what the function is called with. */
function kindOfReturned(
  { node, file: from }: CallValue,
  callee: FunctionValue,
  file: SourceFile,
  depth: number,
  outside?: Bindings,
): MongooseKind | undefined {
  const bindings = bindingsOf({ callee, node, file: from }, outside)
  const returned = callee.file.returnsOf(callee.node).map((each) => bound(evaluate(each, callee.file), bindings))
  return kindOfAny(returned, file, depth, bindings)
}

/** `const { User } = modelsOf(connection)` */
function kindOfReturnedMember({ object, key }: MemberValue, file: SourceFile, depth: number): MongooseKind | undefined {
  if (object.kind !== 'call' || object.callee.kind !== 'function') return undefined
  const bindings = bindingsOf({ callee: object.callee, node: object.node, file: object.file })
  return kindOf(bound(memberOf(returnedValue(object), key), bindings), file, depth + 1, bindings)
}

function kindOfAny(
  values: readonly Value[],
  file: SourceFile,
  depth: number,
  bindings?: Bindings,
): MongooseKind | undefined {
  return commonKind(
    values.map((each) => kindOf(each, file, depth + 1, bindings)),
    (index) => isUntold(values[index]),
  )
}

function methodOf(callee: Value): { object: Value; key: string } | undefined {
  if (callee.kind === 'member') return callee
  const key = callee.kind === 'external' ? callee.path.at(-1) : undefined
  return callee.kind === 'external' && key !== undefined
    ? { object: { ...callee, path: callee.path.slice(0, -1) }, key }
    : undefined
}

function isModelCall(callee: Value): boolean {
  return nameFrom('mongoose', callee) === 'model' || nameFrom('@typegoose/typegoose', callee) === 'getModelForClass'
}
