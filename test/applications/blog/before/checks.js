const isEmail = (value) => /^[^@\s]+@[^@\s]+\.\w+$/.test(value)

/** Collects the problems of a form, field by field. */
export class Checks {
  errors = {}

  constructor(body, known) {
    this.body = body ?? {}
    for (const name of Object.keys(this.body)) if (!known.includes(name)) this.fail(name, 'is not known')
  }

  fail(field, message) {
    this.errors[field] ??= `${field} ${message}`
  }

  text(field, { required = false, min = 0, max = Infinity } = {}) {
    const value = this.body[field]
    if (value === undefined || value === '') {
      if (required) this.fail(field, 'is required')
      return undefined
    }
    if (typeof value !== 'string') this.fail(field, 'must be a text')
    else if (value.length < min || value.length > max) this.fail(field, 'has the wrong length')
    return value
  }

  email(field) {
    const value = this.text(field, { required: true })
    if (value !== undefined && !isEmail(value)) this.fail(field, 'is no email address')
    return value
  }

  password(field) {
    const value = this.text(field, { required: true, min: 8 })
    if (typeof value === 'string' && value.length >= 8 && !/\d/.test(value)) this.fail(field, 'needs a digit')
    return value
  }

  number(field, min, max) {
    const value = this.text(field)
    if (value === undefined) return undefined
    const number = Number(value)
    if (Number.isNaN(number) || number < min || number > max) this.fail(field, `must be a number from ${min} to ${max}`)
    return number
  }

  date(field) {
    const value = this.text(field)
    if (value === undefined) return undefined
    const date = new Date(value)
    if (Number.isNaN(date.getTime())) this.fail(field, 'is no date')
    return date
  }

  checkbox(field) {
    const value = this.body[field]
    if (value !== undefined && value !== 'on') this.fail(field, 'is no checkbox')
    return value === 'on'
  }

  list(field, max) {
    const value = this.body[field]
    if (value === undefined) return []
    const list = Array.isArray(value) ? value : [value]
    list.forEach((item, index) => {
      if (typeof item !== 'string') this.fail(`${field}.${index}`, 'must be a text')
    })
    if (list.length > max) this.fail(field, 'has too many entries')
    return list
  }

  get isRight() {
    return Object.keys(this.errors).length === 0
  }
}
