import { checkBody } from '../check/check-body.ts'
import { type BesideGuard, checkLayout, type LayoutOutcome } from '../check/check-layout.ts'
import type { CompiledGuard } from '../check/compiled-guard.ts'
import type { DescribedLayout } from '../describe/described-layout.ts'
import { GuardConfigError } from '../errors/config-error.ts'
import { orRefused } from '../errors/or-refused.ts'
import { GeneratedFastPath } from '../fast-path/generated-fast-path.ts'
import type { MongooseModel } from '../mongoose/mongoose.ts'
import { readModel } from '../mongoose/read-schema.ts'
import { declaredKeys, declaredPaths, fieldsOf, type SchemaLevel } from '../mongoose/schema-nodes.ts'
import { isMongooseSchema, modelOfSchema, nameOfSchemaModel, schemaOf } from '../mongoose/schema-model.ts'
import { besidePlace, sharedKeys } from '../plan/place.ts'
import { compileAlong, compilePlan, type PlanOptions } from '../plan/plan.ts'
import { type PathOptions, selectPaths } from '../plan/selection.ts'
import { rulesReachDocument } from '../rules/can-see-document.ts'
import type { GuardContext } from '../types/guard.ts'
import { andThen, type MaybePromise } from '../values/maybe-promise.ts'
import { type IgnoredPaths, ignoredPaths } from './ignored-paths.ts'
import type { CompleteOptions } from './options.ts'
import { runCheck } from './route-check.ts'

type Validate = (body: unknown, context?: GuardContext) => MaybePromise<LayoutOutcome>

/** What set-up makes of a model and of a guard's options. */
export interface CompiledRoute {
  readonly allow: readonly string[]
  readonly validate: Validate
  /** What is known of a body without asking it. */
  readonly layout: DescribedLayout
}

/** @throws GuardConfigError where the options do not fit the schema, or each other. */
export function compileRoute(model: MongooseModel, options: CompleteOptions): CompiledRoute {
  const { at, each } = options
  const isChecked = options.check !== undefined
  const level = readModel(model)
  const allow = options.allow ?? declaredPaths(level)
  const extra = extraOf(model, options)
  const extraKeys = extra === undefined ? [] : declaredKeys(readModel(extra))
  const isApart = at.length > 0
  if (!isApart) requireDistinct(level, extraKeys)
  const ignored = ignoredPaths(options, allow, extraKeys)
  const inDocument = options.ignoreIsDefault ? { ignoreIfFree: ignored.document } : { ignore: ignored.document }
  // What stands beside it is checked by itself.
  const ignore = [...(inDocument.ignore ?? []), ...(isApart ? [] : extraKeys)]
  const document = compilePart(model, { ...options, ...inDocument, allow, ignore })
  const beside = extra ?? (isApart ? modelOfSchema(schemaOf(model, {})) : undefined)
  const layout: DescribedLayout = {
    document,
    at,
    each,
    beside: beside && compileBeside(beside, options, ignored, extraKeys),
    givesExtra: extra !== undefined,
    isChecked,
    ignore: options.ignore,
  }
  const isPlain = !isApart && each === undefined && extra === undefined
  const accept = isPlain ? (body: unknown) => checkBody(document, body) : (body: unknown) => checkLayout(layout, body)
  return { allow, layout, validate: withCheck(accept, options, extraKeys) }
}

function compilePart(model: MongooseModel, options: PathOptions & PlanOptions & { maxErrors: number }): CompiledGuard {
  const level = readModel(model)
  const modelName = model.modelName === nameOfSchemaModel ? undefined : model.modelName
  const plan = compilePlan(level, selectPaths(level, { ...options, modelName }), options)
  for (const path of Object.keys(options.rules)) compileAlong(plan, path.split('.'))
  const hasDocumentRules = Object.values(options.rules).some(rulesReachDocument)
  const fastPath = new GeneratedFastPath(plan, { model, hasDocumentRules })
  return { model, plan, maxErrors: options.maxErrors, fastPath, hasDocumentRules }
}

/** All fields of a schema, and beside a document nothing else but what is ignored there. */
function compileBeside(
  model: MongooseModel,
  { at, maxErrors, allowNull, ignoreIsDefault }: CompleteOptions,
  { beside, extra }: IgnoredPaths,
  keys: readonly string[],
): BesideGuard {
  const level = readModel(model)
  const ignore = ignoreIsDefault ? { ignore: [], ignoreIfFree: extra } : { ignore: extra }
  const options = { allow: declaredPaths(level), rules: {}, ...ignore, partial: false, allowNull }
  const own = compilePlan(level, selectPaths(level, options), options)
  const plan = besidePlace(own, { at, ignored: beside })
  const hasDocumentRules = false
  const fastPath = new GeneratedFastPath(plan, { model, hasDocumentRules })
  return { model, plan, maxErrors, fastPath, hasDocumentRules, keys, sharedKeys: sharedKeys(own, at) }
}

function extraOf(model: MongooseModel, { extra, each, at }: CompleteOptions): MongooseModel | undefined {
  if (extra === undefined) return undefined
  if (each !== undefined && at.length === 0) {
    throw new GuardConfigError('option "extra" needs "at" beside "each": an array has no fields')
  }
  const what = 'option "extra"'
  return modelOfSchema(isMongooseSchema(extra) ? extra : orRefused(what, () => schemaOf(model, extra)), what)
}

function requireDistinct(level: SchemaLevel, extraKeys: readonly string[]): void {
  const fieldSets = fieldsOf(level)
  const twice = extraKeys.find((key) => fieldSets.some((fields) => fields.has(key)))
  if (twice === undefined) return
  throw new GuardConfigError(`option "extra": "${twice}" is a field of the model`, { entry: twice })
}

function withCheck(
  accept: (body: unknown) => MaybePromise<LayoutOutcome>,
  options: CompleteOptions,
  extraKeys: readonly string[],
): Validate {
  const { check, maxErrors, at } = options
  if (check === undefined) return accept
  const route = { check, maxErrors, at, isExtra: (path: string) => extraKeys.includes(path.split('.', 1)[0] ?? '') }
  return (body, context) =>
    andThen(accept(body), (outcome) => (outcome.ok ? runCheck(route, outcome, body, context?.request) : outcome))
}
