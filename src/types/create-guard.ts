/* oxlint-disable typescript/no-explicit-any -- stands for an `allow` that was left out: nothing else fits each constraint. */
import type { CheckAllow } from './allow-path.ts'
import type { RouteCheck } from './route-check.ts'
import type { Guard, GuardOf, GuardOptions, RouteOptions } from './guard.ts'
import type { BodyOf } from './json-form.ts'
import type { AnySchema, ModelOrSchema } from './model.ts'
import type { RulesOption } from './path-rules.ts'
import type { EachOption, ExtraSource } from './body-layout.ts'
import type { AllowOption, RouteExtra, RouteValidated, WholeSchema, WithoutOptions } from './route.ts'

/** Options that several guards may share. */
export type GuardDefaults = Pick<GuardOptions, 'maxErrors' | 'details' | 'allowNull' | 'ignore'>

/** Whether guards take null, after these defaults. */
export type NullDefault<Defaults, Before extends boolean> = Defaults extends {
  allowNull?: infer AllowNull extends boolean | undefined
}
  ? 'allowNull' extends keyof Defaults
    ? Exclude<AllowNull, undefined> | (undefined extends Defaults['allowNull'] ? Before : never)
    : Before
  : Before

/** The call signature of `createGuard`. `NullByDefault` is what `with` has said of `allowNull`. */
export interface CreateGuard<NullByDefault extends boolean = false> {
  <
    Source extends ModelOrSchema,
    const Allow extends CheckAllow<BodyOf<Source>, Allow> = any,
    Partial extends boolean = false,
    AllowNull extends boolean = NullByDefault,
    const Required = unknown,
    const Nulls = unknown,
    Each extends EachOption = false,
    Extra extends ExtraSource | undefined = undefined,
  >(
    source: Source,
    options: AllowOption<Source, Allow> &
      RouteOptions<Partial, AllowNull, RulesOption<BodyOf<Source>, Allow, Required, Nulls>, Each, Extra> & {
        check?: RouteCheck<
          RouteValidated<Source, Allow, Partial, AllowNull, Required, Nulls, Each>,
          RouteExtra<Extra, AllowNull>,
          unknown
        >
      },
  ): GuardOf<RouteValidated<Source, Allow, Partial, AllowNull, Required, Nulls, Each>, RouteExtra<Extra, AllowNull>>
  <Source extends ModelOrSchema>(
    this: WithoutOptions<Source, 'The options are missing: createGuard(User, { allow: [...] })'>,
    schema: Source,
  ): Guard<Source extends AnySchema ? WholeSchema<Source, NullByDefault> : never>
  /**
   * The same function with defaults, which the options of a guard go before.
   *
   * @throws GuardConfigError for an unknown option, or one of the wrong type.
   * @example
   * const createShortGuard = createGuard.with({ maxErrors: 20 })
   */
  with<const Defaults extends GuardDefaults>(defaults: Defaults): CreateGuard<NullDefault<Defaults, NullByDefault>>
}
