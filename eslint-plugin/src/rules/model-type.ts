import type { Rule } from 'eslint'
import type * as ESTree from 'estree'
import { annotationOfVariable, isModelMethod, typeArgumentsOf, type UntypedModel } from '../mongoose/untyped-models.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import { importOf, type NamedImport } from './added-imports.ts'

/** The type that a model should be declared with. */
export interface ModelType {
  readonly text: string
  /** Whether the model's variable can be declared with it as well as what is found by its name. */
  readonly isOfSchema: boolean
  readonly fix?: NamedImport['fix']
}

/** What the call that compiles a model says of its type. */
export function modelTypeOf({ compiled }: UntypedModel, file: SourceFile): ModelType | undefined {
  if (!isModelMethod(compiled, file)) return resultOf(compiled)
  const schema = schemaTypeOf(compiled, file)
  if (schema !== undefined)
    return ofMongoose(
      (Model, InferSchemaType = '') => `${Model}<${InferSchemaType}<${schema}>>`,
      file,
      'InferSchemaType',
    )
  const [first, second] = typeArgumentsOf(compiled).map((each) => textOf(each, file))
  // The second one of `model<IUser, UserModel>()` is what it gives.
  if (second !== undefined) return { text: second, isOfSchema: false }
  return first === undefined ? undefined : ofMongoose((Model) => `${Model}<${first}>`, file)
}

/** `compile()` */
function resultOf(call: ESTree.SimpleCallExpression): ModelType | undefined {
  const { callee } = call
  return callee.type === 'Identifier' && call.arguments.length === 0 && typeArgumentsOf(call).length === 0
    ? { text: `ReturnType<typeof ${callee.name}>`, isOfSchema: false }
    : undefined
}

function ofMongoose(
  write: (model: string, type?: string) => string,
  file: SourceFile,
  type?: string,
): ModelType | undefined {
  const names = importOf('mongoose', 'Model', file, type)
  if (!names) return undefined
  return {
    text: write(names.name, names.type),
    isOfSchema: type !== undefined,
    ...(names.fix ? { fix: names.fix } : {}),
  }
}

/** `typeof schema`, of a schema whose type tells its fields. */
function schemaTypeOf(call: ESTree.SimpleCallExpression, file: SourceFile): string | undefined {
  const [given] = typeArgumentsOf(call)
  if (given) return (given.type as string) === 'TSTypeQuery' ? textOf(given, file) : undefined
  const schema = call.arguments[1]
  if (schema?.type !== 'Identifier') return undefined
  const annotation = annotationOfVariable(schema, file)?.typeAnnotation
  // `const schema: Schema = …` has forgotten them.
  return annotation && !annotation.typeArguments ? undefined : `typeof ${schema.name}`
}

function textOf(node: Node, { code }: SourceFile): string {
  return code.getText(node as ESTree.Node)
}

/** Declares a model with its type, or gives that to what is found by its name. */
export function withType({ text, isOfSchema, fix }: ModelType, found: Node, name: Node | undefined, file: SourceFile) {
  return (fixer: Rule.RuleFixer): Rule.Fix[] => [
    ...(fix?.(fixer) ?? []),
    isOfSchema && name
      ? fixer.insertTextAfter(name as Rule.Node, `: ${text}`)
      : fixer.replaceText(found as Rule.Node, `(${textOf(found, file)} as ${text})`),
  ]
}
