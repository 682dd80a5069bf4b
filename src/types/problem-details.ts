import type { GuardErrorItem, RuleParams, TypeParams } from './error-item.ts'

/**
 * A refused body as `application/problem+json` (RFC 9457).
 *
 * @example
 * const problem: ProblemDetails = problemDetails(errors)
 */
export interface ProblemDetails {
  type: string
  /** The phrase of the status, such as `Bad Request`; none for a status that says nothing of bodies. */
  title?: string
  status: number
  detail: string
  errors: BodyProblem[]
}

/** One problem of a body; the rest of an error item stands beside what RFC 9457 has. */
export interface BodyProblem {
  detail: string
  /** A JSON Pointer as a URI fragment: `#/address/city`. The body itself is `#`. */
  pointer: string
  code: GuardErrorItem['code']
  rule?: string
  params?: TypeParams | RuleParams
}

/** The parts of an Express response that an answer takes. */
export interface ProblemResponse {
  status(code: number): unknown
  type(type: string): unknown
  json(body: unknown): unknown
}

/** The call signatures of `problemDetails`. */
export interface ToProblemDetails {
  /**
   * Without the body, a dot in a forbidden key counts as a step.
   */
  (errors: readonly GuardErrorItem[], options?: { body?: unknown; status?: number }): ProblemDetails
  /** As `onReject` of a web handler. */
  (errors: readonly GuardErrorItem[], request: Request, status: 400 | 413): Response
  /** As `onReject` in Express. */
  (errors: readonly GuardErrorItem[], req: { body?: unknown }, res: ProblemResponse, next?: unknown): void
}
