import type { FieldDescription, ModelDescription } from './description.ts'
import { editFields } from './edit-fields.ts'
import type { Random } from './random.ts'

/** Puts setters on sub-schemas, arrays and Maps of some drawn models: what they make is judged, not what was sent. */
export function withContainerSetters(description: ModelDescription, random: Random): ModelDescription {
  if (!random.chance(0.2)) return description
  return editFields(description, (field, isElement) => {
    if (isElement || field.kind === 'leaf' || field.kind === 'nested' || field.kind === 'union') return field
    if (!random.chance(0.4)) return field
    // Where elements move, the reference would read what is in one by the discriminator of another.
    const isFixed =
      (field.kind === 'docs' || field.kind === 'array') && JSON.stringify(field).includes('"discriminators":')
    return withSetter(field, random.pick(isFixed ? anyValue : setters[field.kind]))
  })
}

/** Puts a setter that gives back what it gets on some containers in place of all others, or on none. */
export function withIdentitySetters(description: ModelDescription, random?: Random): ModelDescription {
  return editFields(description, (field) => {
    if (field.kind === 'leaf' || field.kind === 'nested') return field
    const { set: _, ...options } = field.options ?? {}
    const isSet = random?.chance(0.5) === true
    return { ...field, options: isSet ? { ...options, set: 'v => v' } : options }
  })
}

type Container = Exclude<FieldDescription, { kind: 'leaf' | 'nested' | 'union' }>

const anyValue = [
  'v => v',
  '() => undefined',
  '() => null',
  "v => { if (v === null) throw new Error('null set'); return v }",
  'v => v === null ? undefined : v',
  "() => { throw new Error('never set') }",
]
const object = [
  ...anyValue,
  'v => v && { ...v }',
  "v => v && Object.fromEntries(Object.entries(v).filter(([key]) => !key.endsWith('0')))",
  '() => ({})',
  'v => v === null ? {} : v',
]
const list = [
  ...anyValue,
  'v => v && v.slice(1)',
  'v => v && [...v, ...v]',
  'v => v && [...v].reverse()',
  '() => []',
  'v => v === null ? [] : v',
]
const setters: Record<Container['kind'], readonly string[]> = { sub: object, map: object, docs: list, array: list }

function withSetter(field: Container, set: string): FieldDescription {
  return { ...field, options: { ...field.options, set } }
}
