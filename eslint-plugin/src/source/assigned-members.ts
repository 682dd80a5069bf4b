import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { parentOf } from './syntax.ts'

export interface AssignedMember {
  readonly member: ESTree.MemberExpression
  readonly assignment: ESTree.AssignmentExpression
}

/** The assignments to members of a variable, anywhere in the file, with any operator: `variable.key = value`. */
export function assignedMembers(variable: Scope.Variable): AssignedMember[] {
  return variable.references.flatMap((reference) => {
    const member = parentOf(reference.identifier as ESTree.Identifier)
    if (member?.type !== 'MemberExpression' || member.object !== reference.identifier) return []
    const assignment = parentOf(member)
    return assignment?.type === 'AssignmentExpression' && assignment.left === member ? [{ member, assignment }] : []
  })
}
