import type mongoose from 'mongoose'
import { createGuard } from '../../src/index.ts'
import type { GuardOutcome } from '../../src/index.ts'
import { drawFamily } from './generate.ts'
import { Probe } from './probe.ts'
import { ruleFamilies, type RuleFamily } from './rule-families.ts'

/** One family, as the bodies that are accepted or as those that are refused. */
export interface Case {
  readonly name: string
  readonly family: RuleFamily
  readonly isGood: boolean
  readonly text: (bytes: number) => string
}

export const casesOf = (families: readonly RuleFamily[]): readonly Case[] =>
  families.flatMap((family) => {
    const { name, good, bad } = family
    return [
      ...(good === undefined ? [] : [{ name: `${name}: accepted`, family, isGood: true, text: good }]),
      ...(bad === undefined ? [] : [{ name: `${name}: refused`, family, isGood: false, text: bad }]),
    ]
  })

export const cases = casesOf(ruleFamilies)

/** A case of the list, or one that is drawn. */
export function caseNamed(name: string): Case {
  const [, seed, nth] = /^seed (\d+), schema (\d+): /.exec(name) ?? []
  const known = seed === undefined ? cases : casesOf([drawFamily(Number(seed), Number(nth))])
  const found = known.find((one) => one.name === name)
  if (found === undefined) throw new RangeError(`There is no case "${name}"`)
  return found
}

export interface Subject {
  readonly probe: Probe
  readonly validate: (body: unknown, maxErrors: number) => Promise<GuardOutcome>
}

/** A family's model, and a guard that allows all of it. */
export function subjectOf({ fields, partial, options }: RuleFamily, instance: typeof mongoose): Subject {
  const probe = new Probe()
  const schema = new instance.Schema(fields({ mongoose: instance, Schema: instance.Schema, probe }) as never)
  const model = instance.createConnection().model('Hostile', schema)
  const paths = Object.keys(schema.paths).map((path) => path.split('.')[0] ?? '')
  const allow = [...new Set(paths)].filter((path) => path !== '_id') as never[]
  const guards = new Map<number, { validate(body: unknown): Promise<GuardOutcome> | GuardOutcome }>()
  return {
    probe,
    validate: async (body, maxErrors) => {
      const guard =
        guards.get(maxErrors) ?? createGuard(model, { allow, maxErrors, partial: partial === true, ...options })
      guards.set(maxErrors, guard)
      return guard.validate(body)
    },
  }
}
