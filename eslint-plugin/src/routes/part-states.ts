import type { Scope } from 'eslint'
import { type Bindings, bound, noBindings } from '../evaluate/bind.ts'
import { evaluate, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import {
  changesOfParts,
  isChangeOf,
  isWithin,
  type PartPlace,
  type PartUse,
  placeOfPart,
  usesOfParts,
} from '../flow/part-places.ts'
import { remembered } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  enclosingFunction,
  type FunctionNode,
  isInside,
  type Node,
  parentOf,
  unwrap,
  wrapped,
} from '../source/syntax.ts'
import { pastAny, type Validation } from './past-validations.ts'
import { isParsed } from './strict-schemas.ts'
import { checksOfExpression } from './validation.ts'

/**
 * What a function has made of a part of the body: it has refused unknown keys of it or put what a schema gives in its
 * place, or it has put something else there that is not the raw part, but may have raw values in it.
 */
export type PartState = 'validated' | 'replaced'

/** What is known of the parts of a raw body in a function. */
export interface PartFacts {
  /** The expressions that hold the raw body, or a part of it. */
  readonly raw: ReadonlySet<Node>
  readonly bindings?: Bindings
  /** What has become of a part before the function is called. */
  readonly before?: (place: PartPlace, file: SourceFile) => PartState | undefined
}

/** Tells what has become of the part that an expression reads, or that a property of a pattern takes. */
export function partStates(facts: PartFacts): (node: Node, file: SourceFile) => PartState | undefined {
  return (node, file) => {
    const place = placeOfPart(node, file)
    const isTaking = node.type === 'MemberExpression' || node.type === 'Property'
    return place && stateAt(place, node, file, facts, isTaking)
  }
}

/** Whether anything has become of a part in a function, so that the body has to be followed again. */
export function hasStates(facts: PartFacts, file: SourceFile): boolean {
  if (facts.before) return true
  const asked = new Map<Scope.Variable, Set<string>>()
  return Array.from(facts.raw).some((node) => {
    const place = placeOfPart(node, file)
    if (!place) return false
    const texts = asked.get(place.root)
    const text = place.keys.join('.')
    if (texts?.has(text)) return false
    asked.set(place.root, (texts ?? new Set()).add(text))
    return (
      changesOfParts(place.root, file).some((use) => isChangeOf(use, place)) ||
      (!texts && checksOf(facts, place.root, file).found.length > 0)
    )
  })
}

/** What has become of a part by the time that a function comes to a place. */
export function stateAt(
  place: PartPlace,
  at: Node,
  file: SourceFile,
  facts: PartFacts,
  isTaking = true,
): PartState | undefined {
  if (isGivenElsewhere(place, file, facts)) return undefined
  const changes = changesOfParts(place.root, file).filter((use) => isChangeOf(use, place))
  if (changes.length > 0)
    return isTaking && changes.every(({ keys, by }) => by === 'write' && keys.length === place.keys.length)
      ? stateByWrites(place, changes, at, file, facts)
      : undefined
  const isPast = pastChecks(place, file, facts)
  return isPast(at) ? 'validated' : facts.before?.(place, file)
}

/** `req.body.user = pick(req.body.user, fields)`, of what reads it afterwards. */
function stateByWrites(
  { root, keys }: PartPlace,
  writes: readonly PartUse[],
  at: Node,
  file: SourceFile,
  facts: PartFacts,
): PartState | undefined {
  const fn = functionOf(root)
  const states = writes.map(({ node }) => stateOfAssigned(node, file, facts))
  if (!fn || states.includes(undefined)) return undefined
  const held = heldAt(keys, usesOfParts(root, file))
  const validations = writes.flatMap(({ node }): Validation[] => {
    const assignment = parentOf(wrapped(node))
    const around = enclosingFunction(node)
    // When another function is called, nobody knows.
    return assignment && around && isInside(at, around) ? [{ node: assignment, isThrown: true, held }] : []
  })
  if (!pastAny(validations, { node: fn, file })(at)) return undefined
  return states.includes('replaced') ? 'replaced' : 'validated'
}

/** Whether another function, which may be given the same object, puts something raw at one of the keys. */
function isGivenElsewhere({ root, keys }: PartPlace, file: SourceFile, { raw }: PartFacts): boolean {
  return rawGifts(raw).some((target) => {
    const place = placeOfPart(target, file)
    const last = place?.keys.at(-1)
    return !!place && place.root !== root && isParameter(place.root) && last !== undefined && keys.includes(last)
  })
}

/** What is given something raw. */
const rawGifts = remembered((raw: ReadonlySet<Node>): readonly Node[] =>
  Array.from(raw).flatMap((node) => {
    const outer = wrapped(node)
    const assignment = parentOf(outer)
    return assignment?.type === 'AssignmentExpression' && assignment.right === outer ? [assignment.left] : []
  }),
)

function isParameter({ defs: [definition] }: Scope.Variable): boolean {
  return definition?.type === 'Parameter'
}

/** The function that a variable belongs to. */
function functionOf({ defs: [definition] }: Scope.Variable): FunctionNode | undefined {
  return definition && enclosingFunction(definition.name)
}

/** The expressions that hold the part to which keys lead. */
function heldAt(keys: readonly string[], uses: readonly PartUse[]): Set<Node> {
  const isHeld = (use: PartUse) => use.by === 'read' && use.keys.length === keys.length && isWithin(use.keys, keys)
  return new Set(uses.flatMap((use) => (isHeld(use) ? [wrapped(use.node)] : [])))
}

function stateOfAssigned(target: Node, file: SourceFile, { raw, bindings = noBindings }: PartFacts) {
  const outer = wrapped(target)
  const assignment = parentOf(outer)
  if (assignment?.type !== 'AssignmentExpression' || assignment.operator !== '=' || assignment.left !== outer)
    return undefined
  const { right } = assignment
  if (raw.has(right) || raw.has(unwrap(right))) return undefined
  return isGivenByParser(evaluate(right, file), bindings) ? 'validated' : 'replaced'
}

/** `schema.parse(…)`, and `value` of what `schema.validate(…)` gives. */
function isGivenByParser(value: Value, bindings: Bindings): boolean {
  const given = bound(
    resolveImports(value, () => true),
    bindings,
  )
  return isParsed(given)
}

type IsPast = (at: Node) => boolean

/**
 * Tells whether a function comes to a place only with a part that has passed a check, of its own or of what it is
 * inside of.
 */
function pastChecks({ root, keys }: PartPlace, file: SourceFile, facts: PartFacts): IsPast {
  const { found, byPart } = checksOf(facts, root, file)
  const text = keys.join('.')
  let isPast = byPart.get(text)
  if (!isPast) {
    const fn = functionOf(root)
    const own = found.flatMap((check) => (isWithin(keys, check.keys) ? check.validations : []))
    isPast = fn && own.length > 0 ? pastAny(own, { node: fn, file }) : () => false
    byPart.set(text, isPast)
  }
  return isPast
}

/** The checks of parts of what a variable holds. */
interface PartChecks {
  readonly found: readonly { readonly keys: readonly string[]; readonly validations: readonly Validation[] }[]
  /** For each part that has been asked for, by its keys. */
  readonly byPart: Map<string, IsPast>
}

function checksOf(facts: PartFacts, root: Scope.Variable, file: SourceFile): PartChecks {
  const known = checksByFacts(facts)
  let checks = known.get(root)
  if (!checks) known.set(root, (checks = { found: findChecks(root, file, facts), byPart: new Map() }))
  return checks
}

const checksByFacts = remembered(() => new Map<Scope.Variable, PartChecks>())

function findChecks(root: Scope.Variable, file: SourceFile, { raw, bindings = noBindings }: PartFacts) {
  const uses = usesOfParts(root, file)
  return uses.flatMap(({ node, keys }) => {
    const own = raw.has(node) ? checksOfExpression(node, bindings, file) : []
    if (own.length === 0) return []
    const held = heldAt(keys, uses)
    const isOfPart = ({ deletesFrom }: Validation) => !deletesFrom || held.has(wrapped(deletesFrom))
    return [{ keys, validations: own.filter(isOfPart).map((validation) => ({ ...validation, held })) }]
  })
}
