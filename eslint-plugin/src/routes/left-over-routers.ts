import { nodesOf } from '../source/file-nodes.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import { registersFrom, type RoutePlace } from './route-places.ts'
import { routerMethodOf } from './router-call.ts'
import { withoutComments } from './start-files.ts'
import { isUnreached } from './unreached-files.ts'
import { filesBeside, importersOf, isUnmounted } from './unmounted.ts'

// One beside it may be the router of all others.
const fewestMounted = 2
// An application that reads its folders may mount any file.
const byName = /\b(?:readdir|glob(?!al)|autoload|require-?all)|\b(?:require|import)\s*\(\s*(?:[^'"\s]|[^'")]*\+)/i

/**
 * Whether what routes lead to answers no request: there are none, and others are registered instead, or no file mounts
 * them, or no request has their paths. Nor does what the application never loads.
 */
export function isLeftOver(made: Node, routes: readonly RoutePlace[], file: SourceFile): boolean {
  if (isUnreached(file)) return true
  return routes.length > 0
    ? routes.every((route) => route.isNeverMatched === true || isLeftOverRouter(route.file))
    : isUnmounted(made, file)
}

/**
 * Whether a file of routes is one that nothing imports, while those beside it are mounted by files which name each of
 * them.
 */
const isLeftOverRouter = rememberedByFile((file): boolean => {
  if (!givesRouter(file) || importersOf(file).length > 0) return false
  const mounting = filesBeside(file).flatMap((path) => {
    const beside = file.project.open(path)
    if (!beside || !givesRouter(beside)) return []
    const importer = importersOf(beside).find((each) => registersFrom(each, beside))
    return importer === undefined ? [] : [importer]
  })
  return (
    mounting.length >= fewestMounted &&
    !mounting.some((path) => byName.test(withoutComments(file.project.read(path) ?? '')))
  )
})

/** Whether a file exports something besides its routes, and starts no server with them. */
function givesRouter(file: SourceFile): boolean {
  const { text } = file.code
  return (
    /\bmodule\.exports\b|\bexport\b/.test(text) &&
    !/\.listen\s*\(/.test(text) &&
    nodesOf(file).calls.some((call) => routerMethodOf(call, file))
  )
}
