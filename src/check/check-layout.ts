import { invalidBody, invalidType, invalidValue } from '../errors/error-item.ts'
import { ErrorLimit } from '../errors/error-limit.ts'
import { Report } from '../errors/report.ts'
import { type Position, rootAt, rootPosition } from '../plan/position.ts'
import { ValueCount } from '../values/body-limits.ts'
import type { MaybePromise } from '../values/maybe-promise.ts'
import { isObjectWith, isPlainObject, isRecord } from '../values/plain-object.ts'
import { setOwn } from '../values/set-own.ts'
import { conclude, type Failed, failed, notOfKind, withinLimits } from './check-body.ts'
import type { JsonObject, BodyFastPath } from './fast-path.ts'
import type { CompiledGuard } from './compiled-guard.ts'
import { DocumentWalk } from './document-walk.ts'

/** Where the document, or an array of them, stands in a body, and what else the body may hold. */
export interface BodyLayout {
  readonly document: CompiledGuard
  /** The keys that lead to it; none where the body is the document. */
  readonly at: readonly string[]
  /** How many documents an array holds, where it is one. */
  readonly each: { readonly min: number; readonly max: number } | undefined
  /**
   * What stands beside it. Where the body is the document, which forbids what neither of them has, only the keys of
   * this plan are looked at; elsewhere its plan forbids what it does not have.
   */
  readonly beside: BesideGuard | undefined
  /** Whether the outcome has what stands beside. */
  readonly givesExtra: boolean
}

export type LayoutOutcome = { ok: true; validated: JsonObject | JsonObject[]; extra?: JsonObject } | Failed

/** What stands beside a document, or around it. */
export interface BesideGuard extends CompiledGuard {
  /** The first keys of all its fields, those of its discriminators as well. */
  readonly keys: readonly string[]
  /** How many of the keys of `at`, all but the last, are fields of its own schema too. */
  readonly sharedKeys: number
}

/** As `checkBody`, of a body in which the document has a place of its own, or company. */
export function checkLayout(layout: BodyLayout, body: unknown): MaybePromise<LayoutOutcome> {
  return withinLimits(() => new LayoutCheck(layout, body).run())
}

const missing = Symbol('missing')

/** Takes the place of the document out of the extra fields: from the first key of `at` on that is none of theirs. */
function removePlace(extra: JsonObject, at: readonly string[], sharedKeys: number): void {
  let object: unknown = extra
  for (const key of at.slice(0, sharedKeys)) object = (object as JsonObject | undefined)?.[key]
  const [key] = at.slice(sharedKeys)
  if (key !== undefined && isPlainObject(object)) Reflect.deleteProperty(object, key)
}

class LayoutCheck {
  private readonly report: Report
  private readonly walks: DocumentWalk[] = []
  private readonly values: ValueCount

  constructor(
    private readonly layout: BodyLayout,
    private readonly body: unknown,
  ) {
    this.report = new Report(new ErrorLimit(layout.document.maxErrors, body))
    this.values = new ValueCount(body)
  }

  run(): MaybePromise<LayoutOutcome> {
    const { at, each, beside, givesExtra } = this.layout
    const kind = at.length === 0 && each !== undefined ? 'array' : 'object'
    if (!this.isBody(kind)) return failed([invalidBody(notOfKind(kind, this.body))])
    const content = this.contentAt(at)
    const validated = each === undefined ? this.document(content) : this.documents(content, each)
    const extra = beside && this.beside(beside)
    if (extra !== undefined) removePlace(extra, at, beside?.sharedKeys ?? 0)
    return conclude(this.report, this.walks, (): LayoutOutcome => {
      if (validated === undefined) throw new TypeError('Where there is no document, there is an error')
      return givesExtra ? { ok: true, validated, extra: extra ?? {} } : { ok: true, validated }
    })
  }

  private isBody(kind: 'array' | 'object'): boolean {
    const { document, at, beside } = this.layout
    if (kind === 'array') return Array.isArray(this.body)
    if (at.length > 0) return isRecord(this.body) && !ArrayBuffer.isView(this.body)
    const isObjectFor = (guard: CompiledGuard) => isObjectWith(guard.plan.base().byKey, this.body)
    return isObjectFor(document) || (beside !== undefined && isObjectFor(beside))
  }

  /** What stands where the document should; `missing` where the body has no such place, or something else around it. */
  private contentAt(at: readonly string[]): unknown {
    let value: unknown = this.body
    for (const key of at) {
      if (!isRecord(value) || !Object.hasOwn(value, key)) return missing
      value = value[key]
    }
    return value ?? (value === null ? null : missing)
  }

  private document(content: unknown): JsonObject | undefined {
    const { document, at } = this.layout
    if (content === missing) {
      this.reportMissing()
      return
    }
    const root = rootAt(at)
    // The body itself was looked at before.
    if (content !== this.body && !isObjectWith(document.plan.base().byKey, content)) {
      this.wrongType('object', content, root)
      return
    }
    return this.check(document, document.fastPath.startBody(), content as JsonObject, root)
  }

  private documents(content: unknown, { min, max }: { min: number; max: number }): JsonObject[] | undefined {
    const { document, at } = this.layout
    if (content === missing) {
      this.reportMissing()
      return
    }
    if (!Array.isArray(content)) {
      this.wrongType('array', content, rootAt(at))
      return
    }
    const { length } = content
    if (length < min) this.wrongLength('min', `at least ${countOf(min)}`, length)
    if (length > max) {
      // Not looked at, for its work would have no bound.
      this.wrongLength('max', `at most ${countOf(max)}`, length)
      return
    }
    this.values.addElements(content)
    const fastPath = document.fastPath.startBody()
    const accepted: JsonObject[] = []
    for (let index = 0; index < length; index++) {
      if (this.report.isFull) return
      const element: unknown = Object.hasOwn(content, index) ? content[index] : null
      const root = rootAt([...at, index])
      if (isObjectWith(document.plan.base().byKey, element)) {
        accepted.push(this.check(document, fastPath, element, root))
      } else this.wrongType('object', element ?? null, root)
    }
    return accepted
  }

  private beside(guard: BesideGuard): JsonObject {
    const { at } = this.layout
    const content = at.length === 0 ? this.ownFieldsOf(guard) : this.body
    return this.check(guard, guard.fastPath.startBody(), content as JsonObject, rootPosition)
  }

  /** The body without what the document answers for. */
  private ownFieldsOf({ keys }: BesideGuard): JsonObject {
    const body = this.body as JsonObject
    const fields: JsonObject = {}
    for (const key of keys) {
      if (Object.prototype.propertyIsEnumerable.call(body, key)) setOwn(fields, key, body[key])
    }
    return fields
  }

  private check(guard: CompiledGuard, { accept, late }: BodyFastPath, content: JsonObject, root: Position): JsonObject {
    const copy = accept(content)
    if (copy !== undefined && late === undefined) return copy
    const walk = new DocumentWalk(guard, this.report, root, this.values)
    this.walks.push(walk)
    if (copy === undefined) return walk.walk(content)
    if (late !== undefined) walk.runLate(late, copy)
    return copy
  }

  private reportMissing(): void {
    const { at } = this.layout
    // Around it stands something else: that is an error of its own.
    if (at.slice(0, -1).some((_, index) => !this.canHold(at.slice(0, index + 1)))) return
    const path = at.join('.')
    this.report.push(invalidValue(path, 'required', `Path \`${path}\` is required.`))
  }

  private canHold(keys: readonly string[]): boolean {
    const value = this.contentAt(keys)
    return value === missing || isRecord(value)
  }

  private wrongType(expected: string, content: unknown, { path }: Position): void {
    this.report.push(invalidType(path, expected, content))
  }

  private wrongLength(rule: 'min' | 'max', expected: string, length: number): void {
    const { at } = this.layout
    const problem = `${expected}, received ${length}`
    if (at.length === 0) this.report.push(invalidBody(`Body must be an array of ${problem}`))
    else this.report.push(invalidValue(at.join('.'), rule, `Expected ${problem}`))
  }
}

function countOf(documents: number): string {
  return documents === 1 ? '1 document' : `${documents} documents`
}
