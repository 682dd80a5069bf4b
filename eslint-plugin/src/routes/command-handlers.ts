import { evaluate, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import { type ClassValue, type FunctionValue, makerOf, nameFrom, type Value } from '../evaluate/value.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { rememberedByFile, rememberedByPart } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type ClassNode, decoratorsOf, type Node } from '../source/syntax.ts'
import { rememberedByText } from '../source/text-facts.ts'

const nestCqrs = '@nestjs/cqrs'

/** How a bus of NestJS's CQRS module comes to what it is given: by a decorator, and a method of the class with that. */
interface Bus {
  readonly asks: string
  readonly decorator: string
  readonly method: string
}

const buses: ReadonlyMap<string, Bus> = new Map([
  ['CommandBus', { asks: 'execute', decorator: 'CommandHandler', method: 'execute' }],
  ['QueryBus', { asks: 'execute', decorator: 'QueryHandler', method: 'execute' }],
  ['EventBus', { asks: 'publish', decorator: 'EventsHandler', method: 'handle' }],
])

/**
 * The method that is called for a command, a query or an event: `execute` of the class with
 * `@CommandHandler(CreateUser)` for `commandBus.execute(new CreateUser(body))`. `undefined` where there are several.
 */
export function methodBehindBus(callee: Value, argument: Node, file: SourceFile): FunctionValue | undefined {
  if (callee.kind !== 'member') return undefined
  const bus = busOf(callee.object)
  if (callee.key !== bus?.asks) return undefined
  const given = resolveImports(evaluate(argument, file), () => true)
  if (given.kind !== 'instance') return undefined
  const { node, file: declaring } = given.of
  const handlers = commandHandlersOf(node, declaring).filter(({ decorator }) => decorator === bus.decorator)
  const [only] = handlers
  const method = only && handlers.length === 1 ? memberOf({ kind: 'instance', of: only.of }, bus.method) : undefined
  return method?.kind === 'function' ? method : undefined
}

function busOf(value: Value): Bus | undefined {
  if (value.kind === 'parameter') return value.fallback && busOf(value.fallback)
  return buses.get(nameFrom(nestCqrs, makerOf(value)) ?? '')
}

/** A class that a decorator names as the one to handle instances of another. */
interface CommandHandler {
  readonly decorator: string
  readonly handled: ClassNode
  readonly of: ClassValue
}

const handling = rememberedByText((text) => text.includes(nestCqrs) && /@\w*Handler\(/.test(text))

const commandHandlersOf = rememberedByPart((asked: ClassNode, { path, project }): CommandHandler[] =>
  [path, ...project.importersOf(path)].flatMap((each) => {
    const opened = handling(project.read(each) ?? '', each) ? project.open(each) : undefined
    return opened ? commandHandlersIn(opened).filter(({ handled }) => handled === asked) : []
  }),
)

const commandHandlersIn = rememberedByFile((file): CommandHandler[] =>
  nodesOf(file).classes.flatMap((node) =>
    decoratorsOf(node).flatMap((written) => {
      const value = evaluate(written, file)
      const decorator = value.kind === 'call' ? nameFrom(nestCqrs, value.callee) : undefined
      if (value.kind !== 'call' || decorator === undefined) return []
      return value.node.arguments.flatMap((argument) => {
        const handled = resolveImports(evaluate(argument, file), () => true)
        const of: ClassValue = { kind: 'class', node, file }
        return handled.kind === 'class' ? [{ decorator, handled: handled.node, of }] : []
      })
    }),
  ),
)
