import type { Rule } from 'eslint'
import { type DeclaredModel, hasGuard } from '../mongoose/guarded-models.ts'
import { annotationOf, type ChoiceNode, type UntypedModel, untypedModel } from '../mongoose/untyped-models.ts'
import { projectOf } from '../source/project.ts'
import type { SourceFile } from '../source/source-file.ts'
import { parentOf, withoutAssertion } from '../source/syntax.ts'
import { isGenericOfAny } from '../source/type-information.ts'
import { createRule, settingOptions } from './create-rule.ts'
import { modelTypeOf, withType } from './model-type.ts'
import { isTypeScript } from './request-types.ts'

export const noUntypedModel = createRule({
  name: 'no-untyped-model',
  type: 'problem',
  description:
    "Disallow `models.User || model('User', schema)` without a type as the model of a guard in TypeScript, which makes it `Model<any>`",
  recommended: 'warn',
  hasSuggestions: true,
  messages: {
    untypedModel:
      '`{{found}}` makes this model a `Model<any>`, of which the compiler checks no entry of `allow` and knows no field of `validated`: declare it as `{{type}}`.',
    declareType: 'Say which type the model has.',
  },
  options: { modules: settingOptions.modules },
  create(context) {
    const check = (node: ChoiceNode): void => {
      const { root } = projectOf(context)
      const model = isTypeScript(root) ? untypedModel(node, root) : undefined
      const declared = model && declaredModel(node, model)
      if (declared && hasGuard(declared, root) && isGenericOfAny(node, root.code) !== false)
        context.report(describe(model, declared, root))
    }
    return { LogicalExpression: check, ConditionalExpression: check }
  },
})

/** Where a model stands that a guard may be given, unless a type is said there. */
function declaredModel(node: ChoiceNode, { compiled }: UntypedModel): DeclaredModel | undefined {
  let parent = parentOf(node)
  while (parent && withoutAssertion(parent) === node) parent = parentOf(parent)
  switch (parent?.type) {
    case 'VariableDeclarator': {
      const { id } = parent
      return id.type === 'Identifier' && !annotationOf(id) ? { compiled, node, name: id } : undefined
    }
    case 'ExportDefaultDeclaration':
    case 'TSExportAssignment':
    case 'CallExpression':
      return { compiled, node, name: undefined }
    default:
      return undefined
  }
}

function describe(model: UntypedModel, { name }: DeclaredModel, file: SourceFile): Rule.ReportDescriptor {
  const { found } = model
  const type = modelTypeOf(model, file)
  return {
    node: found,
    messageId: 'untypedModel',
    data: { found: file.code.getText(found as Rule.Node), type: type?.text ?? 'Model<…>' },
    suggest: type ? [{ messageId: 'declareType', fix: withType(type, found, name, file) }] : [],
  }
}
