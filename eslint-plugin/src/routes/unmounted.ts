import { readdirSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type * as ESTree from 'estree'
import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { addTo } from '../source/add-to.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { childrenOf, type ClassNode, decoratorsOf, type Node, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { registersFrom } from './route-places.ts'
import { routerMethodOf } from './router-call.ts'
import { withoutComments } from './start-files.ts'

/**
 * Whether nothing leads to a handler, or to what a factory has made, while its file's other ones are registered by
 * name, or those of the files beside it: what is left over of a route that is gone answers no request.
 */
export function isUnmounted(made: Node, file: SourceFile): boolean {
  const names = exportedNames(made, file)
  if (!names) return false
  const importers = importersOf(file)
  return importers.length > 0
    ? !isMentioned(names, file) &&
        (importers.some((path) => registersFrom(path, file)) || (isOnlyHandedOn(file) && isBesideMounted(file)))
    : isBesideMounted(file)
}

/**
 * The same of a method that a class inherits, where all that is done with the class is to export it or an instance of
 * it, others of its methods are registered, and no file that knows it names this one.
 */
export function isInheritedUnmounted(key: string, type: ClassNode, file: SourceFile): boolean {
  const importers = importersOf(file)
  const names = new Set([key])
  return (
    [...decoratorsOf(type)].length === 0 &&
    addNames(type, file, new Set()) &&
    importers.some((path) => registersFrom(path, file)) &&
    !mentionsOf(file).some(({ text }) => extending.test(text)) &&
    !chainOf(type, file).some((each) => namesItsOwn(key, each)) &&
    !isMentioned(names, file)
  )
}

// Another class that may be routed by what it inherits.
const extending = /\bextends\b/

/** The files of a class and of those that it inherits from. */
function chainOf(type: ClassNode, file: SourceFile): SourceFile[] {
  const files: SourceFile[] = []
  let step: { readonly node: ClassNode; readonly file: SourceFile } | undefined = { node: type, file }
  for (let depth = 0; step && depth < deepest; depth++) {
    files.push(step.file)
    const { superClass }: ClassNode = step.node
    const parent: Value | undefined = superClass
      ? resolveImports(evaluate(superClass, step.file), () => true)
      : undefined
    step = parent?.kind === 'class' ? parent : undefined
  }
  return files
}

/** `this.save`, `super.save` or `this[name]`, by which a class registers or hands on a method of its own. */
function namesItsOwn(key: string, { code }: SourceFile): boolean {
  return new RegExp(String.raw`\b(?:this|super)\.${escaped(key)}(?![\w$])|\bthis\[`).test(code.text)
}

/** The names under which others find what is made; none where the file may use it itself. */
function exportedNames(made: Node, file: SourceFile): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  return addNames(outermost(made), file, names) ? names : undefined
}

/** What a function stands in together with others: the calls that wrap it, the list of the steps of its route. */
function outermost(made: Node): Node {
  let outer = wrapped(made)
  for (let parent = parentOf(outer); parent; parent = parentOf(outer)) {
    const isArgument = parent.type === 'CallExpression' && parent.callee !== outer
    if (!isArgument && parent.type !== 'ArrayExpression') break
    outer = wrapped(parent)
  }
  return outer
}

const deepest = 4

function addNames(outer: Node, file: SourceFile, names: Set<string>, depth = 0): boolean {
  if (depth > deepest) return false
  if (outer.type === 'FunctionDeclaration' || outer.type === 'ClassDeclaration')
    return !outer.id || addUses(outer.id, file, names, depth)
  const parent = parentOf(outer)
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.init === outer && parent.id.type === 'Identifier' && addUses(parent.id, file, names, depth)
    case 'AssignmentExpression':
      return parent.right === outer && addTarget(parent.left, file, names)
    case 'Property': {
      const key = keyOf(parent, file)
      const object = parentOf(parent)
      if (key === undefined || object?.type !== 'ObjectExpression') return false
      names.add(key)
      return addNames(wrapped(object), file, names, depth + 1)
    }
    case 'MethodDefinition':
    case 'PropertyDefinition': {
      const key = keyOf(parent, file)
      const type = parentOf(parentOf(parent) ?? parent)
      if (key === undefined || !type || [...decoratorsOf(parent), ...decoratorsOf(type)].length > 0) return false
      names.add(key)
      return type.type === 'ClassDeclaration' && addNames(type, file, names, depth + 1)
    }
    case 'NewExpression':
    case 'ReturnStatement':
      return false
    default:
      return parent?.type === 'ExportDefaultDeclaration' || isExportAssignment(parent)
  }
}

function isExportAssignment(node: Node | undefined): boolean {
  return node?.type === 'TSExportAssignment'
}

/** `exports.save = …`, `module.exports = …`, `controller.save = …` */
function addTarget(target: Node, file: SourceFile, names: Set<string>): boolean {
  if (target.type !== 'MemberExpression') return false
  const key = keyOf(target, file)
  if (key === undefined) return false
  const isWhole = key === 'exports' && file.code.getText(target.object) === 'module'
  if (!isWhole) names.add(key)
  return true
}

/** Whether a variable is exported, and used for nothing else. */
function addUses(id: Node, file: SourceFile, names: Set<string>, depth: number): boolean {
  const own = file.variableOf(id)
  // Inside it, a class has a variable of its own.
  const variable = own?.scope.type === 'class' ? own.scope.upper?.set.get(own.name) : own
  if (!variable) return false
  // What holds a handler may be called anything.
  if (depth === 0) names.add(variable.name)
  return variable.references.every((reference) => {
    const node = reference.identifier as Node
    if (reference.init || node === id) return true
    const parent = parentOf(node)
    switch (parent?.type) {
      case 'ExportSpecifier':
        names.add(nameOf(parent.exported))
        return true
      case 'ExportDefaultDeclaration':
        return true
      case 'MemberExpression':
        // `controller.save = …` fills an object, and `controller.other` reads another member of it.
        return parent.object === node && parentOf(parent)?.type === 'AssignmentExpression'
      case 'NewExpression':
      case 'Property':
      case 'AssignmentExpression':
        return addNames(parent.type === 'NewExpression' ? wrapped(parent) : node, file, names, depth + 1)
      default:
        return isExportAssignment(parent)
    }
  })
}

function nameOf(exported: { readonly type: string }): string {
  const { name, value } = exported as { name?: string; value?: unknown }
  return name ?? String(value)
}

const isTest = /(?:^|[\\/])(?:__tests__|__mocks__|tests?|specs?)[\\/]|\.(?:test|spec)\.\w+$/i

/** The files that import a file, and do so not in a comment alone. */
export const importersOf = rememberedByFile(({ path, project }): readonly string[] => {
  const name = basename(path, extname(path))
  return project.importersOf(path, true).filter((importer) => {
    if (isTest.test(importer.slice(project.cwd.length))) return false
    const text = project.read(importer) ?? ''
    return !text.includes(name) || withoutComments(text).includes(name)
  })
})

// A use of members by names that only the running program knows.
const byAnyName = /[\w)\]]\[\s*[^\s'"`\d\]]|\bObject\.(?:keys|values|entries|assign|getOwn\w+)|\bReflect\.|\.\.\.\s*\w/
// What is imported by its own name may be used for nothing.
const imports =
  /\bimport\b[^;'"]*?\bfrom\s*['"][^'"]*['"]|\b(?:const|let|var)\s*\{[^{}]*\}\s*=\s*(?:await\s+)?(?:require|import)\s*\([^()]*\)|\bexport\s*\{[^{}]*\}\s*from\s*['"][^'"]*['"]/g

interface Mentions {
  readonly path: string
  /** The text of a file without comments, and without its imports. */
  readonly text: string
  readonly imports: string
}

/** What the files that import another one say. */
const mentionsOf = rememberedByFile((file): readonly Mentions[] =>
  importersOf(file).map((path) => {
    const text = withoutComments(file.project.read(path) ?? '')
    return { path, text: text.replaceAll(imports, ''), imports: (text.match(imports) ?? []).join('\n') }
  }),
)

/**
 * Whether a file that imports another one may name something of it, but to call it with a request of its own making.
 */
function isMentioned(names: ReadonlySet<string>, file: SourceFile): boolean {
  return Array.from(names).some((name) => {
    const text = escaped(name)
    return (
      new RegExp(String.raw`\bthis\.${text}(?![\w$])`).test(file.code.text) ||
      mentionsOf(file).some(
        (importer) =>
          byAnyName.test(importer.text) ||
          new RegExp(String.raw`(?<![\w$])${text}\s*(?::|as\b)`).test(importer.imports) ||
          isUsed(name, new RegExp(String.raw`(?<![\w$])${text}(?![\w$])`, 'g'), importer, file),
      )
    )
  })
}

function isUsed(name: string, mention: RegExp, { path, text }: Mentions, file: SourceFile): boolean {
  const mentions = text.match(mention)?.length ?? 0
  if (mentions === 0) return false
  const importer = file.project.open(path)
  return !importer || callsWithOwnRequest(name, importer) + membersOfOthers(name, importer, file) < mentions
}

/** How often a file names a member of something else by a name: `posts.save` beside `users.save`. */
function membersOfOthers(name: string, importer: SourceFile, { path }: SourceFile): number {
  return (membersIn(importer).get(name) ?? []).filter((member) => {
    const object = resolveImports(evaluate(member.object, importer), () => true)
    return isOfOther(object, path)
  }).length
}

/** Whether a value is known to be something that is neither written in a file nor inherits from what is. */
function isOfOther(value: Value, path: string): boolean {
  switch (value.kind) {
    case 'external':
      return true
    case 'object':
    case 'exports':
      return value.file.path !== path
    case 'instance':
      return !value.isThis && isOfOther(value.of, path)
    case 'class': {
      const { node, file } = value
      if (file.path === path) return false
      return (
        !node.superClass ||
        isOfOther(
          resolveImports(evaluate(node.superClass, file), () => true),
          path,
        )
      )
    }
    default:
      return false
  }
}

/** The members that a file names, by their names. */
const membersIn = rememberedByFile((file): ReadonlyMap<string, readonly ESTree.MemberExpression[]> => {
  const members = new Map<string, ESTree.MemberExpression[]>()
  const pending: Node[] = [file.code.ast]
  for (let node = pending.pop(); node; node = pending.pop()) {
    const key = node.type === 'MemberExpression' && !node.computed ? keyOf(node, file) : undefined
    if (key !== undefined) addTo(members, key, node as ESTree.MemberExpression)
    pending.push(...childrenOf(node, file.code))
  }
  return members
})

/** How often a file calls something by a name with an object that it writes: `save({ body: event }, response)` */
function callsWithOwnRequest(name: string, file: SourceFile): number {
  return nodesOf(file).calls.filter(({ callee, arguments: [request] }) => {
    const called = unwrap(callee)
    const isNamed =
      called.type === 'MemberExpression'
        ? keyOf(called, file) === name
        : called.type === 'Identifier' && called.name === name
    return isNamed && !!request && evaluate(request, file).kind === 'object'
  }).length
}

function escaped(name: string): string {
  return name.replaceAll('$', String.raw`\$`)
}

// A list of modules that are handed on, by their names or by those of variables.
const lists = /\bmodule\.exports\s*=\s*\{[^{}]*\}|\bexport\s*(?:default\s*)?\{[^{}]*\}(?:\s*from\s*['"][^'"]*['"])?/g

/**
 * Whether a module is imported under names that nobody uses: `exports.userController = require('./user.controller')`.
 */
const isOnlyHandedOn = rememberedByFile((file) => {
  const stem = escaped(basename(file.path, extname(file.path))).replaceAll('.', String.raw`\.`)
  const module = String.raw`['"][^'"]*\b${stem}(?:\.\w+)?['"]`
  const handing = new RegExp(
    String.raw`([\w$]+)\s*[=:]\s*require\s*\(\s*${module}\s*\)|\bimport\s*(?:\*\s*as\s+)?([\w$]+)\s+from\s*${module}|\bexport\s*\*\s*as\s+([\w$]+)\s+from\s*${module}|\bdefault\s+as\s+([\w$]+)`,
    'g',
  )
  const texts = importersOf(file).map((path) => withoutComments(file.project.read(path) ?? ''))
  const holders = new Set(
    texts.flatMap((text) =>
      Array.from(text.matchAll(handing), ([, ...holderNames]) => holderNames.find(Boolean) ?? ''),
    ),
  )
  if (holders.size === 0) return false
  const left = texts.map((text) => text.replaceAll(handing, '').replaceAll(lists, '').replaceAll(imports, ''))
  return Array.from(holders, escaped).every((name) =>
    left.every((text) => !new RegExp(String.raw`(?<![\w$])${name}(?![\w$])`).test(text)),
  )
})

const mostBeside = 12

/** Whether a handler of a file beside one that nothing uses is registered by a file that does import it. */
const isBesideMounted = rememberedByFile((file) => {
  if (nodesOf(file).calls.some((call) => routerMethodOf(call, file))) return false
  return filesBeside(file).some((path) => {
    const beside = file.project.open(path)
    return !!beside && importersOf(beside).some((importer) => registersFrom(importer, beside))
  })
})

/** Some of the files of the same kind in the folder of a file, but for its index. */
export function filesBeside({ path }: SourceFile): string[] {
  const folder = dirname(path)
  try {
    return readdirSync(folder)
      .filter((name) => name !== basename(path) && extname(name) === extname(path) && !name.startsWith('index.'))
      .slice(0, mostBeside)
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
