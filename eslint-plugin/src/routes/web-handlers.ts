import { keysOf, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { addTo } from '../source/add-to.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { FunctionNode } from '../source/syntax.ts'
import { isWebHandler, webMethods } from './handler-shape.ts'
import { handlersOf } from './handlers.ts'
import { routeFilesOf } from './route-places.ts'

// What is exported under the name of a method, where it does not stand there as a function.
const giving = new RegExp(String.raw`\b(?:as|const|let|var)\s+(?:\{[^}]*\b)?(?:${Array.from(webMethods).join('|')})\b`)

// Where SvelteKit has the actions of a page's forms: `export const actions = { default: async ({ request }) => … }`.
const pageFile = /[\\/]\+page\.server\.[jt]s$/

function mayGive(text: string, path: string): boolean {
  return text.includes('export') && (giving.test(text) || pageFile.test(path))
}

/**
 * Whether a function answers requests of a web framework: it is exported under the name of an HTTP method where it is
 * written, or what is exported under such a name, or among the actions of a page, leads to it: `export const POST =
 * withAuth(create)`, `export { create as POST }`, here or in a file that imports it.
 */
export function answersWeb(node: FunctionNode, file: SourceFile): boolean {
  return isWebHandler(node) || webStepsTo(node, file).length > 0
}

/** What is exported under such a name, and leads to a function. */
export function webStepsTo(node: FunctionNode, file: SourceFile): readonly Value[] {
  return givingFiles(file).flatMap((each) => webSteps(each).get(node) ?? [])
}

const givingFiles = rememberedByFile((file): readonly SourceFile[] => {
  return routeFilesOf(file, mayGive).filter((each) => each !== file || mayGive(file.code.text, file.path))
})

const webSteps = rememberedByFile((file): ReadonlyMap<FunctionNode, readonly Value[]> => {
  const steps = new Map<FunctionNode, Value[]>()
  const exports: Value = { kind: 'exports', file }
  const given = [...Array.from(webMethods, (name) => memberOf(exports, name)), ...formActions(exports, file)]
  for (const step of given) for (const { node } of handlersOf(step, 'web')) addTo(steps, node, step)
  return steps
})

function formActions(exports: Value, { path }: SourceFile): Value[] {
  const actions = pageFile.test(path) ? resolveImports(memberOf(exports, 'actions'), () => true) : undefined
  return actions?.kind === 'object' ? (keysOf(actions) ?? []).map((name) => memberOf(actions, name)) : []
}
