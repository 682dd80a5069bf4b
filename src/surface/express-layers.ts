/** The parts of Express 4 and 5 that tell which handlers stand where. */
export interface Layer {
  readonly handle: unknown
  readonly name: string
  /** Undefined for a layer of `use()`. */
  readonly route?: Route
  /** Of a layer within a route; undefined for `all()`. */
  readonly method?: string
  /** Of Express 5, since router 2.1. */
  readonly rawPath?: unknown
  /** Of Express 5: mounted at `/`. */
  readonly slash?: boolean
  /** Of Express 5, one for each path. */
  readonly matchers?: readonly ((path: string) => { readonly path: string } | false)[]
  /** Of Express 4. */
  readonly regexp?: RegExp & { readonly fast_slash?: boolean }
  readonly keys?: readonly { readonly name: string | number }[]
}

export interface Route {
  readonly path: unknown
  readonly stack: readonly Layer[]
  readonly methods: Readonly<Record<string, boolean>>
}

/** The layers of a router or an application; undefined for what is neither. */
export function layersOf(value: unknown): readonly Layer[] | undefined {
  if (typeof value !== 'function') return undefined
  const { stack } = value as { stack?: unknown }
  if (Array.isArray(stack)) return stack as Layer[]
  const { lazyrouter, set } = value as { lazyrouter?: unknown; set?: unknown }
  if (typeof set !== 'function') return undefined
  // Express 4 makes its router with the first route, and throws where somebody asks for that of Express 5.
  const name = typeof lazyrouter === 'function' ? '_router' : 'router'
  return (value as unknown as Record<string, { stack?: Layer[] } | undefined>)[name]?.stack ?? []
}

/** A mounted application: Express puts a closure in its place. */
export function isMountedApp({ name }: Layer): boolean {
  return name === 'mounted_app'
}

/** What the parsers of Express and multer take, by the names of their functions. */
const mediaTypes: Readonly<Record<string, string>> = {
  jsonParser: 'application/json',
  urlencodedParser: 'application/x-www-form-urlencoded',
  multerMiddleware: 'multipart/form-data',
}

/** The media type that a layer parses, as a list of one; of any other layer an empty one. */
export function parsedBy({ handle }: Layer): string[] {
  const name = typeof handle === 'function' ? handle.name : ''
  const type = Object.hasOwn(mediaTypes, name) ? mediaTypes[name] : undefined
  return type === undefined ? [] : [type]
}

/**
 * What a route takes, where it is not JSON alone: what its own parsers take, with JSON where that is parsed at all. The
 * parsers above it count where none takes JSON: most applications have one for forms that no route wants.
 */
export function mediaTypesOf(own: readonly string[], above: readonly string[]): { mediaTypes?: string[] } {
  const json = 'application/json'
  const all = [...above, ...own]
  const taken = new Set(all.includes(json) ? [json, ...own] : all)
  return taken.size === 0 || (taken.size === 1 && taken.has(json)) ? {} : { mediaTypes: [...taken] }
}

/** The paths of a layer of `use()`, or undefined where the layer does not tell. */
export function pathsOfLayer(layer: Layer): string[] | undefined {
  const { rawPath, regexp } = layer
  if (rawPath !== undefined) return textsOf(rawPath)
  if (layer.slash === true || regexp?.fast_slash === true) return ['/']
  if (regexp === undefined) return undefined
  return pathsOfExpression(regexp.source, layer.keys ?? [])
}

/** What a layer takes of the path of a request, as Express does; undefined where it is for another one. */
export function takenBy({ slash, matchers = [], regexp }: Layer, path: string): string | undefined {
  if (slash === true || regexp?.fast_slash === true) return ''
  for (const match of matchers) {
    const found = match(path)
    if (found !== false) return found.path
  }
  return regexp?.exec(path)?.[0]
}

function textsOf(path: unknown): string[] | undefined {
  const all: unknown[] = Array.isArray(path) ? path.flat(Infinity) : [path]
  return all.every((one) => typeof one === 'string') ? all : undefined
}

const end = String.raw`\/?(?=\/|$)`
const parameter = /^(?:\(\?:\\\/\(\[\^\\?\/\]\+\?\)\)|\\\/\(\?:\(\[\^\\?\/\]\+\?\)\))/
const literal = /^(?:\\\/|\\[.$+\-[\]{}()^|*?]|[\w~!@%&=:;,'-])/

/** The paths that path-to-regexp 0.1 made an expression of, where these are texts and parameters and nothing else. */
function pathsOfExpression(source: string, keys: readonly { readonly name: string | number }[]): string[] | undefined {
  // That of Express before 4.20 makes one group of an array.
  const all = source.startsWith('(?:^') && source.endsWith(')') ? source.slice(3, -1) : source
  if (!all.endsWith(end)) return undefined
  const names = keys.map(({ name }) => name)
  const paths: string[] = []
  for (const part of all.slice(0, -end.length).split(`${end}|`)) {
    if (!part.startsWith('^')) return undefined
    let rest = part.slice(1)
    let path = ''
    while (rest !== '') {
      const found = parameter.exec(rest) ?? literal.exec(rest)
      if (found === null) return undefined
      const [text] = found
      if (text.length > 2) path += `/:${names.shift() ?? ''}`
      else path += text.replace(/^\\/, '')
      rest = rest.slice(text.length)
    }
    paths.push(path)
  }
  return paths
}
