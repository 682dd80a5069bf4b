import type { GuardErrorItem } from '../types/error-item.ts'
import type { BodyProblem, ProblemDetails, ProblemResponse, ToProblemDetails } from '../types/problem-details.ts'
import { isObject } from '../values/plain-object.ts'
import { received } from './error-item.ts'
import { segmentFinder } from './path-segments.ts'
import { requireItems } from './require-items.ts'

// Registered, so that the ESM and the CommonJS build know each other's.
const mark = Symbol.for('mongoose-guard.problemDetails')
const mediaType = 'application/problem+json'
/** The phrases that HTTP has for what a body may be refused with (RFC 9110, RFC 6585). */
const titles: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [409, 'Conflict'],
  [412, 'Precondition Failed'],
  [413, 'Content Too Large'],
  [415, 'Unsupported Media Type'],
  [422, 'Unprocessable Content'],
  [428, 'Precondition Required'],
  [429, 'Too Many Requests'],
])

/**
 * Makes of the errors of a body a problem document of RFC 9457, with a JSON Pointer to each. It is an `onReject` for
 * Express and for web handlers, where it answers with `application/problem+json`.
 *
 * @throws TypeError for errors that are no array, and for options or a status that are none.
 * @example
 * const guardRoute = guard.with({ onReject: problemDetails })
 */
export const problemDetails: ToProblemDetails = /* @__PURE__ */ marked(function problemDetails(
  errors: readonly GuardErrorItem[],
  second: { body?: unknown; status?: number } = {},
  third?: unknown,
) {
  requireItems(errors, 'problemDetails')
  if (!isObject(second) && !isDouble(second, third))
    throw wrongArgument('its options, such as { body, status }, behind the errors', second)
  if (typeof third === 'number') {
    const problem = problemOf(errors, third, undefined)
    return new Response(JSON.stringify(problem), { status: third, headers: { 'Content-Type': mediaType } })
  }
  if (third === undefined) return problemOf(errors, second.status ?? 400, second.body)
  if (!isResponse(third)) throw wrongArgument('a status or a response of Express as its third', third)
  const response = third
  response.status(400)
  response.type(mediaType)
  response.json(problemOf(errors, 400, second.body))
  return undefined
} as ToProblemDetails)

/** As `Response` takes one. */
function isStatus(status: unknown): boolean {
  return Number.isInteger(status) && (status as number) >= 200 && (status as number) <= 599
}

/** Test libraries make functions of the requests and responses that they stand in for. */
function isDouble(request: unknown, response: unknown): boolean {
  return typeof request === 'function' && isResponse(response)
}

function isResponse(value: unknown): value is ProblemResponse {
  const hasMembers = isObject(value) || typeof value === 'function'
  return hasMembers && ['status', 'type', 'json'].every((name) => typeof Reflect.get(value, name) === 'function')
}

function wrongArgument(wanted: string, value: unknown): TypeError {
  const shown = typeof value === 'number' ? value : received(value)
  return new TypeError(`mongoose-guard: problemDetails() takes ${wanted}, received ${shown}`)
}

function marked(onReject: ToProblemDetails): ToProblemDetails {
  return Object.assign(onReject, { [mark]: true })
}

/** Whether this is the function above, of whichever build. */
export function isProblemDetails(onReject: unknown): boolean {
  return typeof onReject === 'function' && mark in onReject
}

function problemOf(errors: readonly GuardErrorItem[], status: number, body: unknown): ProblemDetails {
  if (!isStatus(status)) throw wrongArgument('a status of 200 to 599', status)
  const title = titles.get(status)
  const segmentsOf = segmentFinder(body)
  return {
    // Says that the title is that of the status (RFC 9457, section 4.2.1).
    type: 'about:blank',
    ...(title === undefined ? {} : { title }),
    status,
    detail: errors.length === 1 ? 'The body has a problem.' : `The body has ${errors.length} problems.`,
    errors: errors.map((item) => bodyProblem(item, segmentsOf(item))),
  }
}

function bodyProblem(item: GuardErrorItem, segments: readonly PropertyKey[]): BodyProblem {
  const { code, message } = item
  return {
    detail: message,
    pointer: `#${segments.map(pointerStep).join('')}`,
    code,
    ...('rule' in item ? { rule: item.rule } : {}),
    ...('params' in item ? { params: item.params } : {}),
  }
}

/** By RFC 6901, sections 3 and 6. A lone surrogate, which JSON may hold, has no form in a URI. */
function pointerStep(segment: PropertyKey): string {
  const token = String(segment).replace(/~/g, '~0').replace(/\//g, '~1')
  return `/${encodeURIComponent(token.replace(/\p{Surrogate}/gu, '\uFFFD'))}`
}
