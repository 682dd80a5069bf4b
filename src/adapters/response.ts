/** A `Response` of any realm or polyfill (Fetch Standard). */
export function isResponse(value: unknown): value is Response {
  const { status, headers } = (value ?? {}) as Partial<Response>
  return typeof status === 'number' && typeof headers === 'object'
}
