import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ESLint, type Linter } from 'eslint'
import ts from 'typescript'
import { parser, plugin } from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import config, { pluginRooms, rooms } from '../../eslint.config.js'

type Imports = ReadonlyMap<string, readonly string[]>

/** What each module of a house imports, from the text that is compiled. */
function importsIn(house: string): Imports {
  const folder = join(import.meta.dirname, '../..', house)
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return new Map(
    modules.map((name) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, name), 'utf8'), true, true)
      // A manifest is no module of the house.
      const own = importedFiles.map(({ fileName }) => fileName).filter((target) => /^\.(?!.*\.json$)/.test(target))
      return [name, own.map((target) => normalize(join(dirname(name), target)))] as const
    }),
  )
}

/** The project's own import rules alone: the others need type information. */
const importRules = config
  .filter(({ rules }) => rules !== undefined && '@typescript-eslint/no-restricted-imports' in rules)
  .map(({ files, rules }) => ({ files, rules, plugins: { '@typescript-eslint': plugin }, languageOptions: { parser } }))

async function importErrors(filePath: string, code: string) {
  const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: importRules as Linter.Config[] })
  const [result] = await eslint.lintText(code, { filePath })
  return result?.messages.map(({ message }) => message)
}

/** The modules of a circle of imports, if a module leads into one. */
function circleFrom(
  name: string,
  imports: Imports,
  above: readonly string[] = [],
  done = new Set<string>(),
): string[] | undefined {
  if (above.includes(name)) return [...above.slice(above.indexOf(name)), name]
  if (done.has(name)) return undefined
  done.add(name)
  for (const target of imports.get(name) ?? []) {
    const circle = circleFrom(target, imports, [...above, name], done)
    if (circle !== undefined) return circle
  }
  return undefined
}

describe.each([
  { house: 'src', rooms },
  { house: 'eslint-plugin/src', rooms: pluginRooms },
])('the structure of $house', ({ house, rooms }) => {
  const imports = importsIn(house)
  const modules = [...imports.keys()]

  it('has every module in a room, but for the door', () => {
    const outside = modules.filter((name) => !rooms.includes(dirname(name)))
    expect(outside).toEqual(['index.ts'])
    expect(new Set(modules.map((name) => dirname(name)))).toEqual(new Set(['.', ...rooms]))
  })

  it('has no comment that is wider than the code may be', () => {
    const root = join(import.meta.dirname, '../..', house)
    const wide = modules.flatMap((name) => {
      const lines = readFileSync(join(root, name), 'utf8').split('\n')
      return lines.filter((line) => line.length > 120 && /^\s*(?:: )?(?:\/\/|\/?\*)(?! oxlint-disable)/.test(line))
    })
    expect(wide).toEqual([])
  })

  it('has no import that leads up', () => {
    const floorOf = (name: string) => rooms.indexOf(dirname(name))
    const up = [...imports].flatMap(([name, targets]) =>
      targets.filter((target) => floorOf(target) < floorOf(name)).map((target) => `${name} -> ${target}`),
    )
    expect(up).toEqual([])
  })

  it.each(modules)('has no circle through %s', (name) => {
    expect(circleFrom(name, imports)).toBeUndefined()
  })
})

describe('the lint rules for imports', () => {
  it('let a module import from the rooms below and its own', async () => {
    const code = "import { a } from '../mongoose/read-schema.ts'\nimport { b } from './walk-state.ts'\na(b)\n"
    expect(await importErrors('src/check/walk.ts', code)).toEqual([])
    const plugin = "import { a } from '../evaluate/evaluate.ts'\nimport { b } from './follow-call.ts'\na(b)\n"
    expect(await importErrors('eslint-plugin/src/flow/follow.ts', plugin)).toEqual([])
  })

  it('refuse an import from a room above, and from the door', async () => {
    const up = "import { Walk } from '../check/walk.ts'\nnew Walk()\n"
    expect(await importErrors('src/mongoose/document.ts', up)).toEqual([
      expect.stringContaining('Imports point down only'),
    ])
    const upInPlugin = "import type { Handler } from '../routes/handlers.ts'\nexport type Callee = Handler\n"
    expect(await importErrors('eslint-plugin/src/flow/follow.ts', upInPlugin)).toEqual([
      expect.stringContaining('Imports point down only'),
    ])
    const door = "import { createGuard } from '../index.ts'\ncreateGuard()\n"
    expect(await importErrors('src/types/guard.ts', door)).toHaveLength(1)
  })

  it.each(['mongoose', 'express'])('refuse %s at run time, and take its types', async (name) => {
    expect(await importErrors('src/guard/options.ts', `import x from '${name}'\nx()\n`)).toHaveLength(1)
    expect(await importErrors('src/guard/options.ts', `import type x from '${name}'\nexport type Y = x\n`)).toEqual([])
  })

  it.each(['eslint', 'typescript'])('refuse %s at run time in the plugin, which has no dependency', async (name) => {
    expect(await importErrors('eslint-plugin/src/source/project.ts', `import x from '${name}'\nx()\n`)).toHaveLength(1)
  })
})

describe('the applications whose routes have guards', () => {
  const folder = join(import.meta.dirname, '../applications')
  const guarded = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\bbefore\b/.test(name),
  )

  /** What takes a value for another type than the compiler does, and `any`, from which it looks away. */
  function loose(node: ts.Node): string[] {
    const isLoose =
      (ts.isAssertionExpression(node) && !ts.isConstTypeReference(node.type)) ||
      ts.isNonNullExpression(node) ||
      node.kind === ts.SyntaxKind.AnyKeyword
    const below: string[] = []
    ts.forEachChild(node, (child) => void below.push(...loose(child)))
    return isLoose ? [node.getText(), ...below] : below
  }
  const looseIn = (text: string) => [
    ...loose(ts.createSourceFile('application.ts', text, ts.ScriptTarget.Latest, true)),
    ...(text.match(/@ts-[\w-]+/g) ?? []),
  ]

  it.each(guarded)('stand without a cast or an any: %s', (name) => {
    expect(looseIn(readFileSync(join(folder, name), 'utf8'))).toEqual([])
  })

  it('are more than one in TypeScript, and a cast would be seen', () => {
    expect(new Set(guarded.map((name) => name.split(/[\\/]/, 1)[0])).size).toBeGreaterThan(1)
    const text = 'const a = <string>b as any\nconst c = d!\nconst e = [f] as const // @ts-expect-error'
    expect(looseIn(text)).toEqual(['<string>b as any', '<string>b', 'any', 'd!', '@ts-expect-error'])
  })
})
