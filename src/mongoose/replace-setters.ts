import { forget } from '../values/maybe-promise.ts'
import type { Callable, SchemaType } from './mongoose.ts'

/** Puts other functions in the place of a type's setters, where `replacement` gives one, and gives what undoes it. */
export function replaceSetters(
  { setters }: SchemaType,
  replacement: (setter: Callable) => Callable | undefined,
): (() => void)[] {
  return setters.flatMap((setter, index) => {
    const other = replacement(setter)
    if (other === undefined) return []
    Reflect.set(setters, index, other)
    return [() => void Reflect.set(setters, index, setter)]
  })
}

/** The same function, which shows what it gives before it gives it. */
export function showing(fn: Callable, show: (result: unknown) => void): Callable {
  return function (this: unknown, ...given: never[]) {
    const result: unknown = Reflect.apply(fn, this, given)
    show(result)
    return result
  }
}

/** Runs what calls the setters of some types, and handles the rejection of each promise that these give. */
export function withForgottenSetters<Result>(types: readonly SchemaType[], run: () => Result): Result {
  const undo = types.flatMap((type) => replaceSetters(type, (setter) => showing(setter, forget)))
  try {
    return run()
  } finally {
    for (const restore of undo) restore()
  }
}
