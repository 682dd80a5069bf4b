import { elementsOf, isDocument, readKey, readPath, type MongooseDocument } from './document.ts'
import type { DocumentArrayPlan, LevelPlan, NodePlan, ObjectPlan, TypedNodePlan, UnionPlan } from './plan.ts'
import { allOf, andThen, type MaybePromise } from './maybe-promise.ts'
import { below, renamed, type Position } from './position.ts'
import { runRules, type Verdict } from './rules.ts'
import { discriminatorValueOf, isMongoose8, type MongooseModel, type SchemaType } from './schema.ts'
import type { GuardErrorItem } from './types/error-item.ts'

type Items = readonly GuardErrorItem[]
const nothing: Items = []

/**
 * Runs the rules of a value that Mongoose made, not the body: a container's default, or what a container's setter
 * returned. Its types need no check.
 */
export function documentRules(
  model: MongooseModel,
  node: TypedNodePlan,
  value: unknown,
  scope: unknown,
  at: Position,
  refusal: (at: Position) => Verdict,
  asked: boolean,
  onlyRefusals = false,
): MaybePromise<Items> {
  return typed(node, value, scope, at, 0, asked)

  function typed(
    node: TypedNodePlan,
    value: unknown,
    scope: unknown,
    at: Position,
    mapDepth: number,
    isAsked = false,
  ): MaybePromise<Items> {
    const refused = refusal(at)
    if (refused !== undefined) return [refused]
    const { type } = node.schema
    const named = node.kind === 'documentArray' ? renamed(at, type.path) : at
    const own = rules(type, value, scope, named, isAsked || value === undefined)
    if (value === undefined || value === null) return own
    switch (node.kind) {
      case 'subdocument':
        return andThen(own, (items) =>
          items.length > 0 ? withRefusals(items, node, value, scope, at) : level(node.level, value, at),
        )
      case 'documentArray':
        return andThen(own, (items) =>
          // Mongoose 8 looks at the elements only where the array's own rules passed.
          items.length > 0 && isMongoose8(model)
            ? withRefusals(items, node, value, scope, at)
            : join([
                items,
                ...elements(value, (element, index) => documentElement(node, element, value, scope, index, at)),
              ]),
        )
      case 'array':
        return join([own, ...elements(value, (element, index) => item(node.item, element, scope, below(at, index)))])
      case 'map': {
        const { value: content } = node
        if (content.kind === 'mixed' || mapDepth >= 2) return own
        const keys = [...(value as Map<string, unknown>).keys()]
        return join([
          own,
          ...keys.map((key) => typed(content, readKey(value, key), scope, below(at, key), mapDepth + 1)),
        ])
      }
      case 'union':
        return join([own, isMongoose8(model) ? nothing : member(node, value, at)])
      default:
        return own
    }
  }

  /** What could not be built counts although nobody looks into a container whose own rules failed. */
  function withRefusals(items: Items, node: TypedNodePlan, value: unknown, scope: unknown, at: Position) {
    return join([items, documentRules(model, node, value, scope, at, refusal, false, true)])
  }

  function member({ members }: UnionPlan, value: unknown, at: Position): MaybePromise<Items> {
    if (!isDocument(value)) return nothing
    const { schema } = value
    const taken = members.find(
      (candidate) => candidate.kind === 'subdocument' && candidate.level.schema.schema === schema,
    )
    return taken?.kind === 'subdocument' ? level(taken.level, value, at) : nothing
  }

  function documentElement(
    { schema: { element: type }, level: plan }: DocumentArrayPlan,
    element: unknown,
    array: unknown,
    scope: unknown,
    index: number,
    at: Position,
  ): MaybePromise<Items> {
    const position = below(at, index)
    const own = isMongoose8(model)
      ? nothing
      : rules(type, element, isDocument(element) ? array : scope, position, false)
    return join([own, level(plan, element, position)])
  }

  function item(node: TypedNodePlan, value: unknown, scope: unknown, at: Position): MaybePromise<Items> {
    if (node.kind === 'mixed') return nothing
    if (node.kind === 'array') {
      return join(elements(value, (element, index) => item(node.item, element, scope, below(at, index))))
    }
    if (node.kind === 'documentArray') {
      return join(elements(value, (element, index) => level(node.level, element, below(at, index))))
    }
    return rules(node.schema.type, value, scope, at, false)
  }

  function level(plan: LevelPlan, value: unknown, at: Position): MaybePromise<Items> {
    if (!isDocument(value)) return nothing
    return fields(planOf(plan, value), value, renamed(at, ''))
  }

  function fields(plan: ObjectPlan, document: MongooseDocument, at: Position): MaybePromise<Items> {
    return join(plan.fields.map(({ key, node }) => field(node, document, below(at, key))))
  }

  function field(node: NodePlan, document: MongooseDocument, at: Position): MaybePromise<Items> {
    if (node.kind === 'nested') return fields(node.plan, document, at)
    return typed(node, readPath(document, at.textPath), document, at, 0)
  }

  function rules(type: SchemaType, value: unknown, scope: unknown, at: Position, absent: boolean): MaybePromise<Items> {
    if (onlyRefusals) return nothing
    const verdict = runRules({ model, type, at, scope, isSent: false }, value, absent)
    return andThen(verdict, asItems)
  }
}

function planOf(plan: LevelPlan, document: MongooseDocument): ObjectPlan {
  // By its schema: the key alone may be a default that came in after Mongoose had picked.
  return plan.child(discriminatorValueOf(document.schema)) ?? plan.base()
}

function elements<T>(array: unknown, visit: (element: unknown, index: number) => T): T[] {
  return Array.isArray(array) ? Array.from(elementsOf(array), visit) : []
}

function asItems(verdict: Verdict): Items {
  return verdict === undefined ? nothing : [verdict]
}

function join(parts: readonly MaybePromise<Items>[]): MaybePromise<Items> {
  return allOf(parts, (items) => items.flat())
}
