import type mongoose from 'mongoose'
import type { ErrorItem } from './guard.ts'

export interface OracleError {
  path: string
  rule: string | undefined
  message: string
}

type Construct = new (body: unknown) => { validate: () => Promise<void> }

/** What Mongoose's own `new Model(body).validate()` says about a body of the right types, in path order. */
export async function mongooseErrors(Model: unknown, body: unknown): Promise<OracleError[]> {
  // Mongoose may keep and change what it is given.
  const document = new (Model as Construct)(structuredClone(body))
  try {
    await document.validate()
    return []
  } catch (error) {
    // Of whichever Mongoose the model is from.
    const { ValidationError } = (Model as { readonly base: typeof mongoose }).base.Error
    if (!(error instanceof ValidationError)) throw error
    return inPathOrder(Object.entries(error.errors).map(([path, { kind, message }]) => ({ path, rule: kind, message })))
  }
}

/** Error items in the oracle's shape, so that the two can be compared. */
export function asOracleErrors(items: ErrorItem[]): OracleError[] {
  return inPathOrder(
    items.map(({ code, path, rule, message }) => {
      if (code !== 'invalid_value' || path === undefined)
        throw new Error(`${code} at ${path ?? 'the body'}: ${message}`)
      return { path, rule, message }
    }),
  )
}

function inPathOrder(errors: OracleError[]): OracleError[] {
  return errors.sort((a, b) => (a.path < b.path ? -1 : 1))
}
