import { join } from 'node:path'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { foldersAbove } from '../source/module-path.ts'
import type { Project, SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type Node, unwrap } from '../source/syntax.ts'

/**
 * Whether something that a middleware has left on the request is a document, going by what the function does with it:
 * `req.user.set(req.body)` and `req.user.save()`, in an application that has Mongoose and no other mapper.
 */
export function isSavedDocument(receiver: Node, file: SourceFile): boolean {
  if (!isPartOfParameter(evaluate(receiver, file)) || !hasMongooseAlone(file.project)) return false
  const fn = enclosingFunction(receiver)
  const text = textOf(receiver, file)
  return nodesOf(file).calls.some((call) => {
    const callee = unwrap(call.callee)
    return (
      callee.type === 'MemberExpression' &&
      keyOf(callee, file) === 'save' &&
      textOf(callee.object, file) === text &&
      enclosingFunction(call) === fn
    )
  })
}

function isPartOfParameter(value: Value): boolean {
  return value.kind === 'member' && (value.object.kind === 'parameter' || isPartOfParameter(value.object))
}

function textOf(node: Node, { code }: SourceFile): string {
  return code.getText(unwrap(node) as Parameters<SourceFile['code']['getText']>[0])
}

const known = new WeakMap<Project, boolean>()
const otherMapper = /"(?:sequelize|typeorm|objection|bookshelf|waterline|@mikro-orm\/core|@adonisjs\/lucid)"/

function hasMongooseAlone(project: Project): boolean {
  let answer = known.get(project)
  if (answer === undefined) {
    const manifests = Array.from(foldersAbove(project.root.path)).map((folder) =>
      project.read(join(folder, 'package.json')),
    )
    const nearest = manifests.find((manifest) => manifest !== undefined) ?? ''
    known.set(project, (answer = nearest.includes('"mongoose"') && !otherMapper.test(nearest)))
  }
  return answer
}
