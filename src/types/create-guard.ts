import type { CheckAllow } from './allow-path.ts'
import type { Guard, GuardOptions } from './guard.ts'
import type { BodyOf } from './json-form.ts'
import type { AnyModel } from './model.ts'
import type { ValidatedOf } from './validated.ts'

/** Options that several guards may share. */
export type GuardDefaults = Pick<GuardOptions, 'maxErrors' | 'details'>

/** The call signature of `createGuard`. */
export interface CreateGuard {
  <
    SomeModel extends AnyModel,
    const Allow extends CheckAllow<BodyOf<SomeModel>, Allow>,
    Partial extends boolean = false,
  >(
    model: SomeModel,
    options: GuardOptions<Allow, Partial>,
  ): Guard<ValidatedOf<BodyOf<SomeModel>, Allow, Partial>>
  /**
   * The same function with defaults, which the options of a guard go before.
   *
   * @throws GuardConfigError for an unknown option, or one of the wrong type.
   * @example
   * const createShortGuard = createGuard.with({ maxErrors: 20 })
   */
  with(defaults: GuardDefaults): CreateGuard
}
