/** The OpenAPI forms of a path of Express 4 or 5, one for each choice of its optional parts; undefined where it has none. */
export function openapiPaths(path: string): string[] | undefined {
  const paths = withoutOptions(path).map(inBraces)
  return paths.every((one) => one !== undefined) ? [...new Set(paths)] : undefined
}

/** The names of the parameters of an OpenAPI path. */
export function parametersOf(path: string): string[] {
  return Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name ?? '')
}

/** With and without each optional part: `{/:id}` of Express 5, `/:id?` of Express 4. */
function withoutOptions(path: string): string[] {
  const option = /(?<!\\)\{([^{}]*)\}/.exec(path) ?? /(\/:\w+(?:\([^()]*\))?)\?/.exec(path)
  if (option === null) return [path]
  const [text, inner = ''] = option
  const around = (middle: string) => path.slice(0, option.index) + middle + path.slice(option.index + text.length)
  return [around(''), around(inner)].flatMap(withoutOptions)
}

const tokens =
  /\\(?<escaped>.)|:"(?<quoted>[^"]+)"|:(?<name>[\w$]+)(?:\((?:[^()\\]|\\.)*\))?|\*(?<splat>[\w$]*)|(?<literal>[^:*{}()?+\\[\]])|(?<other>.)/gsu

function inBraces(path: string): string | undefined {
  let made = ''
  for (const { groups = {} } of path.matchAll(tokens)) {
    if (groups.other !== undefined) return undefined
    const name = groups.quoted ?? groups.name ?? (groups.splat === '' ? 'wildcard' : groups.splat)
    made += name === undefined ? (groups.escaped ?? groups.literal ?? '') : `{${name}}`
  }
  return made === '' ? '/' : made
}

/** A method and a path as a word for names: `PatchUsersById` for `patch /users/{id}`. */
export function wordOf(text: string): string {
  return text
    .replace(/\{/g, ' by ')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
