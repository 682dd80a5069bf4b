import { locate, type MongooseDocument } from './document.ts'
import { documentRules } from './document-rules.ts'
import { invalidValue } from './error-item.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { TypedNodePlan } from './plan.ts'
import type { Found } from './report.ts'
import type { Position } from './position.ts'
import { messageOf } from './message.ts'
import { runRules, type RuleChoice, type Verdict } from './rules.ts'
import { isMongoose8, setValue, type MongooseModel, type SchemaType } from './schema.ts'
import type { InvalidValueError } from './types/error-item.ts'
import { textOf } from './value-text.ts'

/** How a position's rules are run. */
export interface Asking {
  /** False where the rules of a sub-document above have failed: only what could not be built is found then. */
  readonly open: boolean
  /** Whether a `required` function gets the document as its argument. */
  readonly asked: boolean
  readonly choice?: RuleChoice
}

/** Runs rules on the one document of a request, which is built when the first of them asks for it. */
export class RulesOnDocument {
  private built: MongooseDocument | undefined
  private errorsBelow: ReadonlyMap<string, readonly PathError[]> | undefined

  constructor(
    private readonly model: MongooseModel,
    private readonly build: () => MongooseDocument,
    private readonly isUpdate: boolean,
  ) {}

  /** The rules of one path; `raw` is what the body holds there, `undefined` where it lacks the path. */
  verdict(type: SchemaType, raw: unknown, at: Position, { open, asked, choice }: Asking): MaybePromise<Verdict> {
    // An immutable path of an update keeps its stored value, which nobody knows here.
    const isKept = this.isUpdate && raw !== undefined && Boolean(type.options.immutable)
    const refusal = isKept ? undefined : this.refusal(at)
    if (refusal !== undefined || !open) return refusal
    const { value, scope } = locate(this.document(), at.path)
    let checked = value
    try {
      if (isKept) checked = setValue(type, raw, scope)
    } catch (error) {
      return this.unfit(at, error)
    }
    const site = { model: this.model, type, at, scope, isSent: raw !== undefined }
    return runRules(site, checked, asked || (raw === undefined && checked === undefined), choice)
  }

  /** The rules of an element as such: `this` is the array. */
  element(type: SchemaType, array: Position, at: Position): MaybePromise<Verdict> {
    const scope = locate(this.document(), array.path).value
    const site = { model: this.model, type, at, scope, isSent: false }
    return runRules(site, locate(this.document(), at.path).value, false)
  }

  /** All rules of a container and of what is in it. */
  content(node: TypedNodePlan, at: Position, open: boolean, asked = false): MaybePromise<Found> {
    const refusal = this.refusal(at)
    if (refusal !== undefined || !open) return refusal
    const { value, scope } = locate(this.document(), at.path)
    return documentRules(this.model, node, value, scope, at, (position) => this.refusal(position), asked)
  }

  /** What Mongoose put on the document while it was built: a setter or a default that threw, or gave no such type. */
  refusal(at: Position): Verdict {
    const errors = this.document().$errors
    if (errors === undefined) return undefined
    // In arrays of more than two dimensions Mongoose gives the document another path than the sub-document.
    const error = errors[at.path] ?? locate(this.document(), at.path).scope.$errors?.[at.textPath]
    return error === undefined ? undefined : this.unfit(at, error)
  }

  /** A value of which a setter or a cast made nothing. */
  unfit(at: Position, thrown: unknown): InvalidValueError {
    const { CastError } = this.model.base.Error
    // Mongoose 9 names the model in its text when it validates.
    if (thrown instanceof CastError && !isMongoose8(this.model)) thrown.setModel(this.document().constructor)
    return invalidValue(at.path, 'user defined', textOf(messageOf(thrown) ?? thrown))
  }

  /** The refusals below a path. */
  refusalsBelow(at: Position): readonly InvalidValueError[] {
    this.errorsBelow ??= byAncestor(this.document().$errors ?? {})
    const errors = this.errorsBelow.get(at.path) ?? []
    return errors.map(([path, error]) => this.unfit({ path, textPath: path }, error))
  }

  /** What the rules of a path get as `this`. */
  scopeOf(at: Position): unknown {
    return locate(this.document(), at.path).scope
  }

  private document(): MongooseDocument {
    return (this.built ??= this.build())
  }
}

type PathError = readonly [path: string, error: Error]

/** Errors by every path above them: to go through all of them for each element of an array would take too long. */
function byAncestor(errors: Readonly<Record<string, Error>>): ReadonlyMap<string, readonly PathError[]> {
  const sorted = new Map<string, PathError[]>()
  for (const entry of Object.entries(errors)) {
    const [path] = entry
    for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
      const above = path.slice(0, end)
      const known = sorted.get(above)
      if (known === undefined) sorted.set(above, [entry])
      else known.push(entry)
    }
  }
  return sorted
}
