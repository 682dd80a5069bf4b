// Nothing after the first semicolon changes the media type, but a comma outside quotes begins a second one.
const DECLARED_JSON = /^\s*(?:application\/json|[^\s/;,]+\/[^\s/;,]+\+json)\s*(?:;(?:[^",]|"(?:[^"\\]|\\.)*")*)?$/i
const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded']

/** Whether a Content-Type says that a body is JSON. */
export function isDeclaredJson(contentType: string): boolean {
  return DECLARED_JSON.test(contentType)
}

/** A Content-Type without its parameters. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
}

/** Why a body that is declared as a form is not taken; `undefined` for any other one. */
export function problemOfForm(contentType: string): string | undefined {
  const type = mediaTypeOf(contentType)
  if (!FORM_TYPES.includes(type)) return undefined
  return `Body is a form (${type}): send JSON, with the header Content-Type: application/json`
}
