const numberText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
/** The exact decimal of the smallest number has 1,077 characters. */
const longestNumber = 1100
const answers: ReadonlyMap<unknown, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['yes', true],
  ['1', true],
  ['off', false],
  ['false', false],
  ['no', false],
  ['0', false],
])

/** Whether a value is a text that stands for nothing else: what reads it would take the longer, the longer it is. */
export function isTextOnly(value: unknown): boolean {
  return typeof value === 'string' && value.length > longestNumber
}

/** The number that a text stands for, or the text. */
export function numberOf(value: unknown): unknown {
  if (typeof value !== 'string' || !numberText.test(value.trim())) return value
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}

/** What a checkbox, or a choice of yes and no, says by a text, or the text. */
export function booleanOf(value: unknown): unknown {
  return answers.get(value) ?? value
}

/** What a custom type takes for a text: the text, a number or a boolean. */
export function customOf(value: unknown, takes: (value: unknown) => boolean): unknown {
  return [value, numberOf(value), booleanOf(value)].find(takes) ?? value
}
