import type { RequestHandling } from '../guard/guards-behind.ts'
import { isProblemDetails } from '../errors/problem-details.ts'
import type { JSONSchema } from '../types/json-schema.ts'
import { prefix } from './body-schemas.ts'

type Responses = Readonly<Record<string, object>>

/** The responses to a refused body, and the schemas that they refer to. */
export class RefusedBodies {
  readonly written: Record<string, JSONSchema> = {}

  constructor(private readonly badRequest: object | undefined) {}

  /** Of routes that may check the same body. */
  of(routes: readonly RequestHandling[]): Responses {
    const { badRequest } = this
    // Express's parsers limit bodies before the guard, and answer as the application says.
    const isLimited = routes.some(({ maxBytes }) => maxBytes !== undefined)
    if (badRequest !== undefined) return { 400: badRequest, ...(isLimited ? { 413: badRequest } : {}) }
    const answers = routes.map(({ onReject }) => onReject)
    const isOwn = (answer: unknown) => answer !== undefined && !isProblemDetails(answer)
    const content = {
      ...(answers.includes(undefined) ? { 'application/json': this.schema('GuardErrors', guardErrors) } : {}),
      ...(answers.some(isProblemDetails)
        ? { 'application/problem+json': this.schema('GuardProblem', guardProblem) }
        : {}),
    }
    const hasContent = Object.keys(content).length > 0
    return {
      ...(hasContent ? { 400: { description, content } } : {}),
      ...(hasContent && isLimited ? { 413: { description: 'The body is too large.', content } } : {}),
      // Nobody knows what it says, nor by which status.
      ...(answers.some(isOwn) ? { '4XX': { description } } : {}),
    }
  }

  private schema(name: string, schema: JSONSchema): object {
    this.written[name] = schema
    return { schema: { $ref: prefix + name } }
  }
}

/** The names that no body may have. */
export const namesOfRefusals: readonly string[] = ['GuardErrors', 'GuardProblem']

const description = 'The body is refused, for all of these reasons.'

const code = { type: 'string', enum: ['invalid_body', 'forbidden_field', 'invalid_type', 'invalid_value'] }
const rule = { type: 'string', description: 'The rule of the schema that failed, such as required or minlength.' }
const params = { type: 'object', description: 'What the rule or type compares with.' }

const guardErrors: JSONSchema = {
  type: 'object',
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          code,
          path: { type: 'string', description: 'The dot path of the field, with array indexes.' },
          message: { type: 'string' },
          rule,
          params,
        },
        required: ['code', 'message'],
      },
    },
  },
  required: ['errors'],
}

const guardProblem: JSONSchema = {
  type: 'object',
  description: 'A problem document of RFC 9457.',
  properties: {
    type: { type: 'string', enum: ['about:blank'] },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          detail: { type: 'string' },
          pointer: { type: 'string', description: 'A JSON Pointer as a URI fragment; # is the body as a whole.' },
          code,
          rule,
          params,
        },
        required: ['detail', 'pointer', 'code'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'errors'],
}
