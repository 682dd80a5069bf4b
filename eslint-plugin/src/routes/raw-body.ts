import type { AccessPath, Key } from '../flow/flow.ts'

// What a web request gives its body by. A web guard has read it: each of these is a read behind the guard's back.
const webReaders: Key = new Set(['body', 'json', 'text', 'formData', 'arrayBuffer', 'blob', 'bytes'])

const honoForms: Key = new Set(['parseBody', 'formData'])

/** Where a handler finds the raw body, from the parameter that is its request. */
export const rawBody = {
  behindGuard: { express: [['body']], web: [[webReaders]] },
  // Express and Fastify; Koa; Hono.
  onRoute: [['body'], ['request', 'body'], ['req', 'json'], ['req', honoForms]],
  // The web's own Request; SvelteKit's and Remix's event around it.
  inWebHandler: [['json'], ['formData'], ['request', 'json'], ['request', 'formData']],
  // A text is read for its JSON, or to check a signature.
  asText: [['text'], ['request', 'text']],
  inLambda: [['body']],
} satisfies Record<string, readonly AccessPath[] | Record<string, readonly AccessPath[]>>

/** Whether a path leads to the raw body of the web's own request, which no other has there. */
export function isOfWeb([first]: AccessPath): boolean {
  return first === 'json' || first === 'formData' || first === 'text'
}

/** Whether a path leads to a form, the values of which are texts. */
export function isForm(path: AccessPath): boolean {
  const last = path.at(-1)
  return last === 'formData' || last === honoForms
}

/** Whether a text can read the raw body, or hand on the request that has it. */
export function canReadBody(text: string): boolean {
  return /\b(?:body|json|text|formData|Body|use server|req|request|ctx|parsedInput)\b|\.input\(/.test(text)
}
