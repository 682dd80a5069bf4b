/** As many of `element(index)` as fit. */
export function fill(bytes: number, element: (index: number) => string): string {
  const elements: string[] = []
  let length = 0
  for (let index = 0; length < bytes; index++) {
    const next = element(index)
    elements.push(next)
    length += next.length + 1
  }
  return elements.join()
}

export const list = (bytes: number, element: (index: number) => string) => `[${fill(bytes, element)}]`
export const object = (bytes: number, value: (index: number) => string, prefix = 'k') =>
  `{${fill(bytes, (index) => `"${prefix}${index}":${value(index)}`)}}`
export const nest = (levels: number, open: string, close: string, inner = '1') =>
  open.repeat(levels) + inner + close.repeat(levels)
