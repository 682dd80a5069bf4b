import { readOwnRules, type OwnRules } from './accept-rules.ts'
import { copyFree, formTest } from './accept-values.ts'
import { isForbiddenKey } from './content.ts'
import { isPlainObject } from './plain-object.ts'
import type { DocumentArrayPlan, LevelPlan, MapPlan, NodePlan, ObjectPlan, TypedNodePlan, ValuePlan } from './plan.ts'
import { top } from './position.ts'
import { runRules } from './rules.ts'
import { hasImplicitDefault, type MongooseModel, type SchemaType } from './schema.ts'
import { maxDepth } from './walk-state.ts'

/** The body of a function of `c`, the values it refers to; it gives {@link Generated}. */
export interface AcceptSource {
  readonly text: string
  readonly c: readonly unknown[]
}

/** Up to so many optional fields, an object has one literal for each set of them that a body may hold. */
const literalLimit = 3

/**
 * Writes the built-in part of a plan as JavaScript. Nothing of the schema reaches the text but keys as JSON literals:
 * whatever else the code needs, it refers to by number.
 */
export function writeAccept(plan: LevelPlan, model: MongooseModel): AcceptSource {
  const writer = new Writer(model)
  const accept = writer.level(plan)
  return writer.source(`(body) => ${accept}(body, 1)`)
}

/** As {@link writeAccept}, for a value in an object that has others beside it: of `(value, depth)`. */
export function writeElement(plan: LevelPlan, model: MongooseModel): AcceptSource {
  const writer = new Writer(model)
  return writer.source(writer.attempt(writer.call(writer.level(plan), 'v', 0, false)))
}

/** As {@link writeAccept}, for the fields of one object by themselves: `ObjectShortcuts`. */
export function writeObject(plan: ObjectPlan, partial: boolean, model: MongooseModel): AcceptSource | undefined {
  if (plan.by.has('__proto__')) return undefined
  const writer = new Writer(model)
  const fields = plan.fields.map(({ node }) => writer.field(node, partial))
  return writer.source(`{ fields: [${fields.join(', ')}], build: ${writer.build(plan)} }`)
}

/** Where `undefined` stands for code, only the walker can tell what becomes of the value. */
class Writer {
  private readonly numbers = new Map<unknown, number>()
  private readonly functions: string[] = []
  private readonly freshness = new Set<string>()
  private readonly names = new Map<ObjectPlan | MapPlan, string>()
  /** Objects that the walker alone can accept. */
  private readonly hopeless = new Set<string>()
  private readonly has = this.constant(Reflect.get(Object.prototype, 'hasOwnProperty'))
  /** Functions that are being written. */
  private readonly open = new Set<string>()
  private isRecursive = false
  private readonly isObject = this.constant(isPlainObject)

  constructor(private readonly model: MongooseModel) {}

  source(code: string): AcceptSource {
    return { text: this.text(code), c: [...this.numbers.keys()] }
  }

  private text(code: string): string {
    const names = Array.from(this.numbers.values(), (number) => `c${number}`).join()
    const isFresh = [...this.freshness].join('\n  && ') || 'true'
    return `'use strict'
const [${names}] = c
${this.functions.join('\n')}
function isFresh() {
  return ${isFresh}
}
return { isFresh, code: ${code} }`
  }

  level(plan: LevelPlan): string {
    const base = plan.base()
    const known = this.names.get(base)
    if (known !== undefined) return this.again(known)
    const { schema } = plan
    const discriminators = schema.discriminators().size
    const mapping = schema.schema.discriminatorMapping
    // Mongoose sets it with the first discriminator, and adds the key to the fields.
    this.keepsFresh(`${this.constant(schema.schema)}.discriminatorMapping === ${this.constant(mapping)}`)
    if (mapping) this.keepsFresh(`${this.constant(schema)}.discriminators().size === ${discriminators}`)
    return this.object(base, plan.partial, this.discriminatorCheck(plan, discriminators))
  }

  /** `take`, a function of a value and the depth of its object, and whether the field `mayLack` unheard. */
  field(node: NodePlan, partial: boolean): string {
    const take = this.attempt(this.content(node, 'v', 0, partial))
    return `{ take: ${take}, mayLack: ${partial || this.takesAbsence(node)} }`
  }

  /** A function of values by the index of their fields. */
  build({ fields }: ObjectPlan): string {
    const locals = fields.map(({ index }) => `v${index} = values[${index}]`)
    const copy = copyOf(
      fields.map(({ key, index }) => ({ key: JSON.stringify(key), local: `v${index}`, optional: true })),
    )
    return this.define(`function build(values) {\n  const ${locals.join(', ') || 'none = 0'}${copy}\n}`, 'build')
  }

  /** A function of a value and the depth of its object. */
  attempt(content: string | undefined): string {
    // In a recursive schema each level would be tried again at each level above it.
    if (content === undefined || this.isRecursive) return 'undefined'
    const name = `t${this.functions.length}`
    const text = `function ${name}(v, d) {
  try {${content}
        return v
  } catch {}
}`
    return this.define(text, name)
  }

  /** A body that picks a discriminator is the walker's. */
  private discriminatorCheck({ schema, picks }: LevelPlan, discriminators: number): string | undefined {
    const own = schema.discriminatorValue
    if (!picks || (own === undefined && discriminators === 0)) return ''
    const assumed = schema.assumedDiscriminator() ?? own
    if (assumed !== own) return undefined
    const key = JSON.stringify(schema.discriminatorKey)
    return `
  const kind = ${this.has}.call(b, ${key}) ? b[${key}] : undefined
  if (kind !== undefined && kind !== null && kind !== ${this.constant(own)}) return`
  }

  /** A function that gives the copy of an object `b`, or `undefined`. */
  private object(plan: ObjectPlan, partial: boolean, check: string | undefined): string {
    const known = this.names.get(plan)
    if (known !== undefined) return this.again(known)
    const name = this.name(plan)
    const fields = plan.fields.map(({ key, node }, index) => {
      const content = this.content(node, 'v', 0, partial)
      return { key: JSON.stringify(key), local: `v${index}`, content, optional: partial || this.takesAbsence(node) }
    })
    const isHopeless = fields.some(({ content, optional }) => content === undefined && !optional)
    if (isHopeless || check === undefined || plan.by.has('__proto__')) {
      this.hopeless.add(name)
      return this.define(`function ${name}() {}`, name)
    }
    const cases = fields.map(
      ({ key, local, content }) => `
      case ${key}: {${content ?? ' return }'}${content === undefined ? '' : `\n        ${local} = v; break\n      }`}`,
    )
    return this.define(
      `function ${name}(b, d) {
  if (d > ${maxDepth} || !${this.isObject}(b)) return${check}
  let ${fields.map(({ local }) => local).join(', ') || 'none'}
  for (const k in b) {
    if (!${this.has}.call(b, k)) continue
    let v = b[k]
    switch (k) {${cases.join('')}
      default: return
    }
  }${copyOf(fields)}
}`,
      name,
    )
  }

  private map(node: MapPlan): string {
    const known = this.names.get(node)
    if (known !== undefined) return known
    const name = this.name(node)
    const content = this.content(node.value, 'v', 0, false)
    if (content === undefined) this.hopeless.add(name)
    if (content === undefined) return this.define(`function ${name}() {}`, name)
    return this.define(
      `function ${name}(b, d) {
  if (d > ${maxDepth} || !${this.isObject}(b)) return
  const o = {}
  for (const k in b) {
    if (!${this.has}.call(b, k)) continue
    if (${this.constant(isForbiddenKey)}(k)) return
    let v = b[k]
    if (v === undefined) continue${content}
    o[k] = v
  }
  return o
}`,
      name,
    )
  }

  /** Code that leaves the copy of a value in the variable, or returns. `depth` counts arrays within the function. */
  private content(node: NodePlan, v: string, depth: number, partial: boolean): string | undefined {
    if (node.kind === 'nested') return this.call(this.object(node.plan, partial, ''), v, depth, false)
    this.watch(node.schema.type)
    const rules = this.rulesOf(node)
    if (rules === undefined) return undefined
    const isNullable = !node.refusesNull && !rules.required
    switch (node.kind) {
      case 'leaf':
        return this.leaf(node, rules, v, depth, isNullable)
      case 'mixed': {
        const copy = `${v} = ${this.constant(copyFree)}(${v} ?? null, d + ${depth + 1})`
        return rules.checks.length > 0
          ? undefined
          : `${isNullable ? '' : `\n        if (${v} === null) return`}\n        ${copy}`
      }
      case 'subdocument':
        return this.call(this.level(node.level), v, depth, isNullable)
      case 'documentArray':
        return this.documents(node, v, depth)
      case 'array':
        return this.elements(v, depth, (e) => this.content(node.item, e, depth + 1, false))
      case 'map':
        return this.call(this.map(node), v, depth, isNullable)
      default:
        return undefined
    }
  }

  private documents({ schema, level }: DocumentArrayPlan, v: string, depth: number): string | undefined {
    this.watch(schema.element)
    if (schema.element.validators.length > 0) return undefined
    return this.elements(v, depth, (e) => this.call(this.level(level), e, depth + 1, false))
  }

  private elements(v: string, depth: number, content: (e: string) => string | undefined): string | undefined {
    const [a, e, i] = [`a${depth}`, `e${depth}`, `i${depth}`]
    const inner = content(e)
    if (inner === undefined) return undefined
    return `
        if (d > ${maxDepth - depth - 1} || !Array.isArray(${v})) return
        const ${a} = ${this.constant(Array.prototype.slice)}.call(${v})
        for (let ${i} = 0; ${i} < ${a}.length; ${i}++) {
          let ${e} = ${a}[${i}]${inner}
          ${a}[${i}] = ${e}
        }
        ${v} = ${a}`
  }

  call(name: string, v: string, depth: number, isNullable: boolean): string | undefined {
    if (this.hopeless.has(name)) return undefined
    const test = `(${v} = ${name}(${v}, d + ${depth + 1})) === undefined`
    return `\n        if (${isNullable ? `${v} !== null && ` : ''}${test}) return`
  }

  private leaf(
    node: ValuePlan & { readonly kind: 'leaf' },
    { setters, refusesEmpty, checks }: OwnRules,
    v: string,
    depth: number,
    isNullable: boolean,
  ): string {
    const lines = [`if (!(${this.form(node, v)})) return`]
    let subject = v
    if (refusesEmpty || checks.length > 0) {
      const { type, form } = node.schema
      const isCast = !form.native
      if (setters.length > 0 || isCast) {
        const cast = setters.length > 0 ? setters : [(value: unknown) => type.cast(value)]
        lines.push(`const x = ${cast.reduce((value, setter) => `${this.constant(setter)}(${value})`, v)}`)
        subject = 'x'
      }
      const tests = checks.map(({ check, limit }) => {
        if (limit === undefined || isCast) return `!${this.constant(check)}(${subject})`
        const { operator, number } = limit
        return `!(${subject}${operator.startsWith('length') ? '.' : ' '}${operator} ${JSON.stringify(number)})`
      })
      lines.push(`if (${[...(refusesEmpty ? [`${subject} === ''`] : []), ...tests].join(' || ')}) return`)
    }
    // Their JSON forms may be objects.
    const isObject = node.schema.form.name === 'buffer' || node.schema.form.name === 'decimal128'
    if (isObject) lines.push(`${v} = ${this.constant(copyFree)}(${v}, d + ${depth + 1})`)
    const text = lines.map((line) => `\n        ${line}`).join('')
    return isNullable ? `\n        if (${v} !== null) {${text}\n        }` : text
  }

  private form(node: ValuePlan & { readonly kind: 'leaf' }, v: string): string {
    switch (node.schema.form.name) {
      case 'string':
      case 'boolean':
        return `typeof ${v} === '${node.schema.form.name}'`
      case 'number':
        return `${this.constant(Number.isFinite)}(${v})`
      default:
        return `${this.constant(formTest(node))}(${v})`
    }
  }

  /** The rules of a node where each can be answered for without the walker. */
  private rulesOf({ schema }: TypedNodePlan): OwnRules | undefined {
    const { type, container, castsPlainly } = schema
    if (!castsPlainly) return undefined
    const rules = readOwnRules(type)
    if (rules === undefined || (container && rules.checks.length + type.setters.length > 0)) return undefined
    if (rules.presence !== undefined) {
      const { owner, property, judge } = rules.presence
      this.keepsFresh(`${this.constant(owner)}.${property} === ${this.constant(judge)}`)
    }
    return rules
  }

  /** Whether the walker has nothing to say where a body lacks the field. */
  private takesAbsence(node: NodePlan): boolean {
    if (node.kind === 'nested') return node.plan.fields.every((field) => this.takesAbsence(field.node))
    const { type, container } = node.schema
    this.watch(type)
    if (type.defaultValue === undefined) return type.isRequired !== true
    const rules = this.rulesOf(node)
    if (rules === undefined) return false
    if (hasImplicitDefault(type)) return container || type.validators.length === 0
    if (type.defaultValue === Date.now) return type.instance === 'Date' && rules.checks.length === 0
    if (container || typeof type.defaultValue === 'function') return false
    try {
      const site = { model: this.model, type, at: top, scope: undefined, isSent: false }
      const value = type.getDefault()
      return runRules(site, value, value === undefined) === undefined
    } catch {
      return false
    }
  }

  /** Mongoose changes rules by appending to the array or by replacing it. */
  private watch(type: SchemaType): void {
    const t = this.constant(type)
    const validators = this.constant(type.validators)
    this.keepsFresh(`${t}.validators === ${validators} && ${validators}.length === ${type.validators.length}`)
    this.keepsFresh(`${t}.setters.length === ${type.setters.length}`)
    this.keepsFresh(`${t}.defaultValue === ${this.constant(type.defaultValue)}`)
  }

  private keepsFresh(test: string): void {
    this.freshness.add(test)
  }

  private again(name: string): string {
    this.isRecursive ||= this.open.has(name)
    return name
  }

  private name(plan: ObjectPlan | MapPlan): string {
    const name = `f${this.names.size}`
    this.names.set(plan, name)
    this.open.add(name)
    return name
  }

  private define(text: string, name: string): string {
    this.functions.push(text)
    this.open.delete(name)
    return name
  }

  private constant(value: unknown): string {
    const known = this.numbers.get(value)
    if (known !== undefined) return `c${known}`
    this.numbers.set(value, this.numbers.size)
    return `c${this.numbers.size - 1}`
  }
}

interface FieldCode {
  readonly key: string
  readonly local: string
  readonly optional: boolean
}

/** Code that returns the copy, in schema order, unless a required field is missing. */
function copyOf(fields: readonly FieldCode[]): string {
  const missing = fields.filter(({ optional }) => !optional).map(({ local }) => `${local} === undefined`)
  const check = missing.length > 0 ? `\n  if (${missing.join(' || ')}) return` : ''
  const optional = fields.filter((field) => field.optional)
  if (optional.length <= literalLimit) return `${check}\n  ${literals(fields, optional)}`
  const full = optional.map(({ local }) => `${local} !== undefined`).join(' && ')
  const first = fields.findIndex((field) => field.optional)
  const rest = fields.slice(first).map(({ key, local, optional: mayLack }) => {
    return `\n  ${mayLack ? `if (${local} !== undefined) ` : ''}o[${key}] = ${local}`
  })
  return `${check}
  if (${full}) return ${literal(fields)}
  const o = ${literal(fields.slice(0, first))}${rest.join('')}
  return o`
}

function literals(fields: readonly FieldCode[], optional: readonly FieldCode[]): string {
  const [next, ...others] = optional
  if (next === undefined) return `return ${literal(fields)}`
  const without = literals(
    fields.filter((field) => field !== next),
    others,
  )
  return `if (${next.local} === undefined) { ${without} }\n  ${literals(fields, others)}`
}

function literal(fields: readonly FieldCode[]): string {
  return `{ ${fields.map(({ key, local }) => `${key}: ${local}`).join(', ')} }`
}
