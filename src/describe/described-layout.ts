import type { BodyLayout } from '../check/check-layout.ts'

/** What describes the bodies of a guard. */
export interface DescribedLayout extends BodyLayout {
  /** The route has a check of its own, which is a function. */
  readonly isChecked: boolean
  /** The option `ignore`, as it was given. */
  readonly ignore: readonly string[]
}
