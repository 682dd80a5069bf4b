import type { Problems } from '../answers.ts'

export type Body = Record<string, unknown>

export async function readBody(request: Request): Promise<Body> {
  const body: unknown = await request.json().catch(() => ({}))
  return typeof body === 'object' && body !== null ? (body as Body) : {}
}

/** Keeps what is wrong with a body. */
export class Checker {
  readonly problems: Problems = {}

  get isRight(): boolean {
    return Object.keys(this.problems).length === 0
  }

  add(path: string, message: string): void {
    ;(this.problems[path] ??= []).push(message)
  }

  check(holds: boolean, path: string, message: string): void {
    if (!holds) this.add(path, message)
  }

  known(body: Body, names: readonly string[], prefix = ''): void {
    for (const name of Object.keys(body)) this.check(names.includes(name), prefix + name, 'Unknown field')
  }

  text(value: unknown, path: string, { required = false, min = 1, max = 1000 } = {}): void {
    if (value === undefined) this.check(!required, path, 'Required')
    else this.check(typeof value === 'string' && value.length >= min && value.length <= max, path, 'Not a fitting text')
  }

  email(value: unknown, path: string): void {
    this.check(typeof value === 'string' && /^[^@\s]+@[^@\s]+\.\w+$/.test(value), path, 'Not an email address')
  }

  number(value: unknown, path: string, min: number, max: number): void {
    if (value === undefined) return
    this.check(typeof value === 'number' && value >= min && value <= max, path, 'Not a fitting number')
  }

  date(value: unknown, path: string, required = false): void {
    if (value === undefined) this.check(!required, path, 'Required')
    else this.check(typeof value === 'string' && !Number.isNaN(Date.parse(value)), path, 'Not a date')
  }

  boolean(value: unknown, path: string): void {
    this.check(value === undefined || typeof value === 'boolean', path, 'Not yes or no')
  }

  texts(value: unknown, path: string, max: number): void {
    if (value === undefined) return
    if (!Array.isArray(value) || value.length > max) this.add(path, 'Not a fitting list')
    else for (const [index, item] of value.entries()) this.text(item, `${path}.${index}`)
  }
}

export const eventFields = ['title', 'description', 'startsAt', 'endsAt', 'capacity', 'isPublic', 'tags', 'venue']

export function checkEvent(checker: Checker, event: Body, { prefix = '', isUpdate = false } = {}): void {
  checker.known(event, eventFields, prefix)
  checker.text(event.title, `${prefix}title`, { required: !isUpdate, min: 3, max: 100 })
  checker.text(event.description, `${prefix}description`)
  checker.date(event.startsAt, `${prefix}startsAt`, !isUpdate)
  checker.date(event.endsAt, `${prefix}endsAt`)
  checker.number(event.capacity, `${prefix}capacity`, 1, 500)
  checker.boolean(event.isPublic, `${prefix}isPublic`)
  checker.texts(event.tags, `${prefix}tags`, 5)
  const { venue } = event
  if (venue === undefined) checker.check(isUpdate, `${prefix}venue`, 'Required')
  else if (typeof venue !== 'object' || venue === null) checker.add(`${prefix}venue`, 'Not a venue')
  else {
    const { name, city } = venue as Body
    checker.known(venue as Body, ['name', 'city'], `${prefix}venue.`)
    checker.text(name, `${prefix}venue.name`, { required: true })
    checker.text(city, `${prefix}venue.city`)
  }
  if (checker.isRight && typeof event.startsAt === 'string' && typeof event.endsAt === 'string') {
    checker.check(event.startsAt < event.endsAt, `${prefix}endsAt`, 'Ends before it starts')
  }
}
