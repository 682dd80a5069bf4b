import type { Call } from '../evaluate/bind.ts'
import type { Flow } from '../flow/flow.ts'
import { isCastBefore } from '../mongoose/cast-values.ts'
import { isRefusedFilter } from '../mongoose/refused-filters.ts'
import type { Selector, Sink } from '../mongoose/sinks.ts'
import { rememberedByPart } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type FunctionNode, type Node, parametersOf, parentOf, wrapped } from '../source/syntax.ts'
import { type ParameterPart, partOfParameter } from './parameter-parts.ts'
import { pastAny } from './past-validations.ts'
import type { BodySink, Collected, Parameter } from './trace.ts'
import { strictValidationsOf } from './validation.ts'
import { isCheckedBefore } from './value-checks.ts'

/** Takes out the filters that get what a save of the same body has cast before. */
export function dropCast({ sinks, open }: Collected): void {
  const writes = sinks.flatMap(({ sink }) => (sink.kind === 'write' ? [sink] : []))
  const isWanted = ({ sink }: BodySink) => !isCastBefore(sink, writes)
  sinks.splice(0, Infinity, ...sinks.filter(isWanted))
  open.splice(0, Infinity, ...open.filter(isWanted))
}

/** Takes out the filters in functions of the same file each call of which comes after a look at the value. */
export function dropCheckedAtCalls({ sinks, open }: Collected, { calls }: Flow): void {
  if (calls.size === 0) return
  const isWanted = ({ sink }: BodySink) => {
    const part = sink.kind === 'filter' && sink.value ? partOfParameter(sink.value, sink.file) : undefined
    const entries = (part && calls.get(part.fn)) ?? []
    return !part || entries.length === 0 || !entries.every((call) => isCheckedAt(call, part))
  }
  sinks.splice(0, Infinity, ...sinks.filter(isWanted))
  open.splice(0, Infinity, ...open.filter(isWanted))
}

/** Takes out the updates in functions of the same file which every call gives a text in the place of a filter. */
export function dropRefusedAtCalls({ sinks, open }: Collected, { calls }: Flow): void {
  if (calls.size === 0) return
  const isWanted = ({ sink: { selector, file } }: BodySink) => {
    const part = selector && partOfParameter(selector.node, file)
    const entries = (part && calls.get(part.fn)) ?? []
    return entries.length === 0 || !entries.every((call) => isRefusedAt(call, selector, part))
  }
  sinks.splice(0, Infinity, ...sinks.filter(isWanted))
  open.splice(0, Infinity, ...open.filter(isWanted))
}

/** Whether a call of a function, which updates by one of its parameters, gives it what is no filter. */
export function isRefusedBy(call: Call, { selector, file }: Sink): boolean {
  return isRefusedAt(call, selector, selector && partOfParameter(selector.node, file))
}

function isRefusedAt({ callee, node, file, taken = 0 }: Call, selector?: Selector, part?: ParameterPart): boolean {
  if (!selector || part?.fn !== callee.node || part.keys.length > 0) return false
  const argument = node.arguments.slice(0, part.index + 1 - taken).at(part.index - taken)
  return argument !== undefined && isRefusedFilter(argument, selector.method, file)
}

function isCheckedAt({ node, file, taken = 0 }: Call, { fn, index, keys }: ParameterPart): boolean {
  const argument = node.arguments[index - taken]
  return argument !== undefined && argument !== fn && isCheckedBefore(argument, file, keys)
}

/** Takes out what comes to a sink only after the function has refused unknown fields. */
export function dropValidated({ sinks, open, calls }: Collected, parameter: Parameter): void {
  const validations = sinks.length + open.length + calls.length > 0 ? strictValidationsOf(parameter) : []
  if (validations.length === 0) return
  const isPast = pastAny(validations, parameter)
  const isBefore = ({ at }: { readonly at: Node }) => isPast(at)
  sinks.splice(0, Infinity, ...sinks.filter((each) => !isBefore(each)))
  open.splice(0, Infinity, ...open.filter((each) => !isBefore(each)))
  calls.splice(0, Infinity, ...calls.filter((each) => !isBefore(each)))
}

/** Whether a function gives an expression back only after it has refused unknown fields of it. */
export function isReturnedValidated(node: Node, file: SourceFile): boolean {
  const outer = wrapped(node)
  const parent = parentOf(outer)
  const isReturned =
    parent?.type === 'ReturnStatement' || (parent?.type === 'ArrowFunctionExpression' && parent.body === outer)
  const fn = isReturned ? enclosingFunction(node) : undefined
  return (
    !!fn &&
    validationsIn(fn, file).some((validations) => {
      const own = validations.filter(({ held }) => held?.has(outer))
      return pastAny(own, { node: fn, file })(node)
    })
  )
}

/** What refuses unknown fields of each parameter of a function, which may give a body back at many places. */
const validationsIn = rememberedByPart((fn: FunctionNode, file) =>
  parametersOf(fn).map((_, index) => strictValidationsOf({ node: fn, file, index })),
)

/** Takes out the open calls beside one that may validate the body, by its name or by what is made of its answer. */
export function dropNamedValidated({ calls }: Collected): void {
  if (calls.some(({ callee, node }) => isAsked(node) || (callee.kind === 'member' && isValidatorName(callee.key))))
    calls.length = 0
}

function isValidatorName(name: string): boolean {
  return /valid|sanit|check|verif|assert|ensure|parse|clean|whitelist/i.test(name) || /^(?:is|has|can)[A-Z]/.test(name)
}

/** `if (!(await this.rules.pass(data)))` */
function isAsked(call: Node): boolean {
  for (let step = call, parent = parentOf(step); parent; step = parent, parent = parentOf(parent)) {
    if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') return parent.test === step
    if (!/^(?:Unary|Await|Logical|Binary|Chain)Expression$/.test(parent.type)) return false
  }
  return false
}
