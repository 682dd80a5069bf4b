import { join } from 'node:path'
import type { AccessPath } from '../flow/flow.ts'
import { foldersAbove } from '../source/module-path.ts'
import { remembered } from '../source/remembered.ts'
import type { Project, SourceFile } from '../source/source-file.ts'
import { decoratorsOf, type FunctionNode, parametersOf } from '../source/syntax.ts'
import { type BodySource, bodySourcesOf } from './body-sources.ts'
import { isTypedBody } from './nest-pipes.ts'
import { isForm } from './raw-body.ts'

/** Whether values of the query string may be objects, as the parser of Express 4 makes them of `?name[$ne]=`. */
export type QueryChoice = 'auto' | 'always' | 'never'

/** Where a function finds values that a client may send as objects: in the raw body, and in the query. */
export function filterSourcesOf(fn: FunctionNode, file: SourceFile, query: QueryChoice): BodySource[] {
  const parameters = parametersOf(fn)
  return bodySourcesOf(fn, file).flatMap((source) => {
    if (source.isTyped) return []
    const parameter = parameters[source.index]
    if (parameter && decoratorsOf(parameter).length > 0 && isTypedBody(parameter, file)) return []
    const paths = source.paths.some(isForm) ? source.paths.filter((path) => !isForm(path)) : source.paths
    const body: BodySource = { ...source, paths }
    const isOnRoute = paths.some(([first]) => first === 'body') && paths.length > 1
    return isOnRoute && hasQueryObjects(file.project, query)
      ? [body, { index: source.index, paths: queryPaths, isOpen: true }]
      : [body]
  })
}

/** The same, of the query alone. */
export function querySourcesOf(fn: FunctionNode, file: SourceFile, query: QueryChoice): BodySource[] {
  return filterSourcesOf(fn, file, query).filter(({ paths }) => paths === queryPaths)
}

const queryPaths: readonly AccessPath[] = [['query']]

function hasQueryObjects(project: Project, query: QueryChoice): boolean {
  return query === 'auto' ? parsesQueries(project) : query === 'always'
}

const parsesQueries = remembered(hasOldExpress)

const express = /"express"\s*:\s*"([^"]*)"/

/** Whether the nearest manifest that names Express names versions before 5 alone. */
function hasOldExpress({ root, read }: Project): boolean {
  for (const folder of foldersAbove(root.path)) {
    const range = express.exec(read(join(folder, 'package.json')) ?? '')?.[1]
    const majors = range?.match(/(?<![\d.])\d+/g)
    if (majors) return majors.every((major) => Number(major) < 5)
  }
  return false
}
