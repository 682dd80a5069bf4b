import type { Guard } from './guard.ts'
import type { Extra, Validated } from './validated.ts'

/** Guards by the key of who asks. */
export type GuardsByKey = Readonly<Record<string, Guard>>

/** The key of a guard. Any other one, or none, is refused. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- of a function that returns nothing on some way.
export type KeyOf<Guards> = (keyof Guards & string) | (string & {}) | null | undefined | void

/** What one of several guards lets through. */
export type ValidatedBy<Guards extends GuardsByKey> = Validated<Guards[keyof Guards]>
export type ExtraBy<Guards extends GuardsByKey> = Extra<Guards[keyof Guards]>
