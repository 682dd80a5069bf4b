/**
 * The forms that OpenAPI has for a path of Express 4 or 5, one for each choice of its optional parts, of which the path
 * of a router may be empty; undefined where it has none.
 */
export function openapiForms(path: string): string[] | undefined {
  const forms = withoutOptions(path).map(inBraces)
  return forms.every((one) => one !== undefined) ? [...new Set(forms)] : undefined
}

/** The names of the parameters of an OpenAPI path. */
export function parametersOf(path: string): string[] {
  return Array.from(path.matchAll(parameters), ([, name]) => name ?? '')
}

/** With another text in the place of each parameter. */
export function filled(path: string, fill: (name: string) => string): string {
  return path.replace(parameters, (_, name: string) => fill(name))
}

const parameters = /\{([^{}]+)\}/g

/** With and without each optional part: `{/:id}` of Express 5, `/:id?` of Express 4. */
function withoutOptions(path: string): string[] {
  const option = /(?<!\\)\{([^{}]*)\}/.exec(path) ?? /(\/:\w+(?:\([^()]*\))?)\?/.exec(path)
  if (option === null) return [path]
  const [text, inner = ''] = option
  const around = (middle: string) => path.slice(0, option.index) + middle + path.slice(option.index + text.length)
  return [around(''), around(inner)].flatMap(withoutOptions)
}

const tokens =
  /\\(?<escaped>.)|[:*]"(?<quoted>(?:[^"\\]|\\.)+)"|:(?<name>[\w$\p{ID_Continue}]+)(?:\((?:[^()\\]|\\.)*\))?\*?|\*(?<splat>[\w$\p{ID_Continue}]*)|(?<literal>[^:*{}()?+\\[\]])|(?<other>.)/gsu

function inBraces(path: string): string | undefined {
  let made = ''
  for (const { groups = {} } of path.matchAll(tokens)) {
    const { escaped, quoted, name, splat, literal, other } = groups
    const parameter = quoted?.replace(/\\(.)/g, '$1') ?? name ?? (splat === '' ? 'wildcard' : splat)
    const text = parameter ?? escaped ?? literal ?? ''
    // What ends a path, or a name in it.
    if (other !== undefined || /[{}?#]/.test(text) || (parameter?.includes('/') ?? false)) return undefined
    // It takes the first slash as well, as that of no other parameter.
    if (splat !== undefined && made === '') made = '/'
    made += parameter === undefined ? text : `{${text}}`
  }
  // Express 4 reads what follows two slashes as a host.
  return made.includes('//') ? undefined : made
}

/** With each name of a parameter once: `/{id}/{id2}`. No parameter may stand twice (OpenAPI 3.1, Operation Object). */
export function withOwnNames(path: string): string {
  const all = parametersOf(path)
  const used = new Set<string>()
  return filled(path, (name) => {
    let own = name
    for (let count = 2; used.has(own) || (own !== name && all.includes(own)); count++) own = `${name}${count}`
    used.add(own)
    return `{${own}}`
  })
}

/** Equal for paths that differ in the names of parameters alone: they are identical (OpenAPI 3.1, Paths Object). */
export function shapeOf(path: string): string {
  return filled(path, () => '{}')
}

/** A method and a path as a word for names: `PatchUsersById` for `patch /users/{id}`. */
export function wordOf(text: string): string {
  return text
    .replace(/\{/g, ' by ')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
