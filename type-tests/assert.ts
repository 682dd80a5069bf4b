/** Identity, not mutual assignability: `any`, optional, readonly and intersections all count. */
export type Equal<Left, Right> =
  (<Probe>() => Probe extends Left ? 1 : 2) extends <Probe>() => Probe extends Right ? 1 : 2 ? true : false

export type Expect<Holds extends true> = Holds

export declare function isExactly<Expected>(): <Actual>(
  actual: Actual,
  ...same: Equal<Actual, Expected> extends true ? [] : [{ expected: Expected }]
) => void
