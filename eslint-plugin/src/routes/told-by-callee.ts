import type * as ESTree from 'estree'
import { keyOf } from '../evaluate/evaluate.ts'
import type { FunctionValue } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type Node, unwrap, wrapped } from '../source/syntax.ts'
import { answered, membersOf } from './answered-checks.ts'
import { checksOfFaults } from './fault-checks.ts'
import { gatesOf, truthOf } from './gates.ts'
import { isLeaving } from './leaving.ts'
import { type Answer, besidesBody, isPastAtEnd, pastAny, returnsIn, type Validation } from './past-validations.ts'

/** What tells that a body has passed: an answer, wherever the function gives it. */
type Told = Pick<Answer, 'key' | 'outcome' | 'faults'>

/** What a call lets pass by what its function gives back, of which some validations in the function are known. */
export function checksByResult(
  call: ESTree.SimpleCallExpression,
  validations: readonly Validation[],
  callee: FunctionValue,
  file: SourceFile,
): Validation[] {
  if (validations.length === 0) return []
  return toldBy(validations, callee).flatMap(({ key, outcome, faults }) => {
    const places =
      key === undefined ? [call] : membersOf(call, file).flatMap((each) => (each.key === key ? [each.node] : []))
    return places.flatMap((place) => {
      if (faults) return checksOfFaults(place, faults, file)
      return outcome === undefined ? answered(place, file, false) : gatesOf(place, outcome, file)
    })
  })
}

/** What a function gives back only where a body has passed, or another validator says so. */
function toldBy(validations: readonly Validation[], { node: fn, file }: FunctionValue): Told[] {
  const answers = validations.flatMap(({ answer }) => (answer?.fn === fn ? [answer] : []))
  const own = validations.filter(
    // What a function inside of this one returns, this one may not heed.
    ({ node, within, isThrown, deletesFrom }) =>
      !deletesFrom && (isThrown === true || within !== undefined || enclosingFunction(node) === fn),
  )
  const [isPast, isBeside] = [pastAny(own, { node: fn, file }), besidesBody(own, { node: fn, file })]
  const { body } = fn
  const results = (body.type === 'BlockStatement' ? returnsIn(body, file) : [body])
    .filter((each) => !isPast(each) && !isBeside(each))
    .map((each) => (each.type === 'ReturnStatement' ? each.argument : each))
  // What comes to the end gives back nothing, which tells of a good body where a bad one gives something.
  const isEnding = body.type !== 'BlockStatement' || isLeaving(body, file) || isPastAtEnd(own, { node: fn, file })
  return distinct([...answers, ...results.flatMap((result) => contraryOf(result, file))]).filter(
    (told) =>
      (isEnding || told.outcome === true) &&
      results.every(
        (result) =>
          isBad(result, told, file) ||
          answers.some((answer) => result && answer.returned === wrapped(result) && isSameTold(answer, told)),
      ),
  )
}

/** What a result that is written out for a bad body leaves to tell of a good one: `true` where this one is `false`. */
function contraryOf(result: Node | null | undefined, file: SourceFile): Told[] {
  const truth = truthOfResult(result)
  const object = result ? unwrap(result) : undefined
  const members = object?.type === 'ObjectExpression' ? object.properties : []
  const byKey = members.flatMap((member) => {
    const [key, value] = member.type === 'Property' ? [keyOf(member, file), truthOfResult(member.value)] : []
    return key === undefined || value === undefined ? [] : [{ key, outcome: !value }]
  })
  return [...(truth === undefined ? [] : [{ outcome: !truth }]), ...byKey]
}

function isBad(result: Node | null | undefined, { key, outcome, faults }: Told, file: SourceFile): boolean {
  const value = key === undefined ? result : memberIn(result, key, file)
  if (value === undefined && key !== undefined) return false
  if (!faults && outcome !== undefined) return truthOfResult(value) === !outcome
  const written = value ? unwrap(value) : undefined
  // `{ error }`, as of a validator.
  if (!faults) return truthOfMember(value, 'error', file) === true && truthOfMember(value, 'success', file) !== true
  return faults === 'list'
    ? written?.type === 'ArrayExpression' && written.elements.some((element) => element?.type !== 'SpreadElement')
    : written?.type === 'ObjectExpression' && written.properties.some(({ type }) => type === 'Property')
}

function truthOfMember(result: Node | null | undefined, key: string, file: SourceFile): boolean | undefined {
  const member = memberIn(result, key, file)
  return member && truthOfResult(member)
}

function memberIn(result: Node | null | undefined, key: string, file: SourceFile): Node | undefined {
  const object = result ? unwrap(result) : undefined
  if (object?.type !== 'ObjectExpression' || object.properties.some(({ type }) => type !== 'Property')) return undefined
  const member = object.properties.findLast((each) => each.type === 'Property' && keyOf(each, file) === key)
  return member?.type === 'Property' ? member.value : undefined
}

/** What a result that is written out is, taken for a boolean; of nothing it is `false`. */
function truthOfResult(result: Node | null | undefined): boolean | undefined {
  if (!result) return false
  const value = unwrap(result)
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value !== ''
  if (value.type === 'TemplateLiteral') return value.quasis.some(({ value: { raw } }) => raw !== '') || undefined
  return /^(?:Object|Array|New)Expression$/.test(value.type) || truthOf(value)
}

function distinct(all: readonly Told[]): Told[] {
  return all.filter((told, index) => all.findIndex((each) => isSameTold(each, told)) === index)
}

function isSameTold(one: Told, other: Told): boolean {
  return one.key === other.key && one.outcome === other.outcome && one.faults === other.faults
}
