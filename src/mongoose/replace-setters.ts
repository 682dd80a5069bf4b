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
