import { nodesOf } from '../source/file-nodes.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, decoratorsOf, type Node, unwrap } from '../source/syntax.ts'
import { rememberedByText } from '../source/text-facts.ts'
import type { Evaluator } from './evaluator.ts'
import type { ClassValue, Value } from './value.ts'

/**
 * A class that a container gives for a token: `{ provide: TOKEN, useClass: Users }`, `useFactory: () => new Users()`,
 * `bind(TOKEN).to(Users)`.
 */
interface Provider {
  readonly token: Value
  readonly given: Value
}

// Containers that take their tokens by a decorator of this name.
const injecting: ReadonlySet<string> = new Set(['@nestjs/common', 'inversify', 'tsyringe', 'typedi'])

/** The token that a parameter or a field is injected by: `@Inject('USERS')`. */
export function tokenOf({ evaluate }: Evaluator, node: Node | undefined, file: SourceFile): Value | undefined {
  for (const decorator of decoratorsOf(node)) {
    const value = evaluate(decorator, file)
    if (value.kind !== 'call' || value.callee.kind !== 'external' || !injecting.has(value.callee.source)) continue
    const [token] = value.node.arguments
    if (/^inject$/i.test(value.callee.path.at(-1) ?? '') && token) return evaluate(token, file)
  }
  return undefined
}

const providing = rememberedByText((text) =>
  /\buseClass\b|\buseExisting\b|\buseFactory\b|\.to\(|\bregister(?:Singleton)?\(/.test(text),
)

/**
 * The class that a file which imports one of some files gives for a token, or for an abstract class. `resolve` looks
 * the names of a value up.
 */
export function classProvided(
  evaluator: Evaluator,
  token: Value,
  files: readonly SourceFile[],
  resolve: (value: Value) => Value,
): ClassValue | undefined {
  const seen = new Set<string>()
  for (const { path, project } of files)
    for (const importer of [path, ...project.importersOf(path)]) {
      if (seen.has(importer) || !providing(project.read(importer) ?? '', importer)) continue
      seen.add(importer)
      const opened = project.open(importer)
      const found = opened && providersIn(opened)(evaluator).find((each) => isSameToken(resolve(each.token), token))
      const given = found && resolve(found.given)
      if (given?.kind === 'class') return given
    }
  return undefined
}

function isSameToken(one: Value, other: Value): boolean {
  if (one.kind === 'literal' && other.kind === 'literal') return one.value === other.value
  const isNode = (value: Value) => value.kind === 'class' || value.kind === 'call'
  return isNode(one) && isNode(other) && (one as { node: Node }).node === (other as { node: Node }).node
}

const providersIn = rememberedByFile((file) => {
  let known: readonly Provider[] | undefined
  return (evaluator: Evaluator) => (known ??= findProviders(evaluator, file))
})

function findProviders(evaluator: Evaluator, file: SourceFile): Provider[] {
  const { arrays, calls } = nodesOf(file)
  const inLists = arrays.flatMap(({ elements }) =>
    elements.flatMap((element) => (element ? (providerOf(evaluator, evaluator.evaluate(element, file)) ?? []) : [])),
  )
  return [...inLists, ...calls.flatMap((call) => boundBy(evaluator, call, file) ?? [])]
}

/** `{ provide: TOKEN, useClass: Users }` */
function providerOf(evaluator: Evaluator, value: Value): Provider | undefined {
  if (value.kind !== 'object') return undefined
  const token = evaluator.memberOf(value, 'provide')
  const given = classIn(evaluator, value) ?? classMadeBy(evaluator, evaluator.memberOf(value, 'useFactory'))
  return token.kind === 'unknown' || !given ? undefined : { token, given }
}

function classIn({ memberOf }: Pick<Evaluator, 'memberOf'>, value: Value): Value | undefined {
  return ['useClass', 'useExisting'].map((key) => memberOf(value, key)).find(({ kind }) => kind !== 'unknown')
}

/** `(model: Model<User>) => new Users(model)`: what it is made with, the class declares. */
function classMadeBy({ evaluate }: Evaluator, factory: Value): Value | undefined {
  if (factory.kind !== 'function') return undefined
  const { body } = factory.node
  const [only] = body.type === 'BlockStatement' && body.body.length === 1 ? body.body : []
  const made = only?.type === 'ReturnStatement' ? only.argument : body
  return made?.type === 'NewExpression' ? evaluate(unwrap(made.callee), factory.file) : undefined
}

/**
 * `container.bind(TOKEN).to(Users)`, `container.register(TOKEN, { useClass: Users })`,
 * `container.registerSingleton(TOKEN, Users)`
 */
function boundBy({ evaluate, keyOf, memberOf }: Evaluator, call: CallNode, file: SourceFile): Provider | undefined {
  const callee = unwrap(call.callee)
  const [first, second] = call.arguments
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super' || !first) return undefined
  const method = keyOf(callee, file)
  const bind = unwrap(callee.object)
  if (method === 'to' && bind.type === 'CallExpression') {
    const [token] = bind.arguments
    return token && { token: evaluate(token, file), given: evaluate(first, file) }
  }
  if (!second || (method !== 'register' && method !== 'registerSingleton')) return undefined
  const given = evaluate(second, file)
  return {
    token: evaluate(first, file),
    given: given.kind === 'object' ? (classIn({ memberOf }, given) ?? given) : given,
  }
}
