import { isRecord } from '../values/plain-object.ts'

/** A Path Item, by its methods and other members. */
export type PathItem = Record<string, unknown>

/** What was written by hand, over what the guards say: operations are merged member by member. */
export function mergedItem(made: Readonly<PathItem> = {}, byHand: Readonly<PathItem>, components: unknown): PathItem {
  const ofAll = parametersIn(byHand, components)
  const item: PathItem = {}
  for (const [method, operation] of Object.entries(made)) {
    item[method] = mergedOperation(operation as Operation, {}, ofAll, components)
  }
  for (const [name, value] of Object.entries(byHand)) {
    const before = item[name]
    item[name] = isRecord(before) && isRecord(value) ? mergedOperation(before, value, ofAll, components) : value
  }
  return item
}

function mergedOperation(
  { parameters: madeParameters = [], responses: madeResponses = {}, ...made }: Operation,
  byHand: Operation,
  ofPath: readonly Parameter[],
  components: unknown,
): object {
  const { parameters = [], responses = {} } = byHand
  const said = [...ofPath, ...parametersIn(byHand, components)]
  const isKnown = (one: Parameter) => said.some((other) => other.name === one.name && other.in === one.in)
  const all = [...madeParameters.filter((one) => !isKnown(one)), ...parameters]
  // What is known of a refused body stands in the place of what is not.
  const isSaid = Object.keys(responses).some((status) => status.startsWith('4'))
  const kept = Object.entries(madeResponses).filter(([status]) => status !== '4XX' || !isSaid)
  return {
    ...made,
    ...byHand,
    ...(all.length > 0 ? { parameters: all } : {}),
    responses: { ...Object.fromEntries(kept), ...responses },
  }
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly responses?: object
}

interface Parameter {
  readonly name?: unknown
  readonly in?: unknown
  readonly $ref?: string
}

/** The parameters of an operation or a path that was written by hand, those of the components as well. */
function parametersIn({ parameters = [] }: Operation, components: unknown): Parameter[] {
  const named = isRecord(components) ? components : {}
  return parameters.map((one) => {
    const [, name = ''] = /^#\/components\/parameters\/(.+)$/.exec(one.$ref ?? '') ?? []
    return (named[name] as Parameter | undefined) ?? one
  })
}
