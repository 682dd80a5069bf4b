import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const app = join(import.meta.dirname, '../../examples/next')
const folder = join(app, 'app/api/members/[id]')
const types = join(app, '.next/types')

/** What the compiler says of each handler as PATCH of /api/members/[id], in its file and in Next.js's own check of it. */
export function errorsOfRoutes(handlers: string[]): string[][] {
  const validator = readFileSync(join(types, 'validator.ts'), 'utf8')
  const routeOf = (index: number): string => join(folder, `variant${String(index)}.ts`)
  const checkOf = (index: number): string => join(types, `validator${String(index)}.ts`)
  const files = new Map(
    handlers.flatMap((handler, index) => [
      [routeOf(index), `${imports}\nexport const PATCH = ${handler}\n`],
      [checkOf(index), validator.replaceAll('[id]/route.js', `[id]/variant${String(index)}.js`)],
    ]),
  )

  const { config } = ts.readConfigFile(join(app, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    config: unknown
  }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, app)
  const onDisk = ts.createCompilerHost(options)
  const host: ts.CompilerHost = {
    ...onDisk,
    fileExists: (name) => files.has(name) || onDisk.fileExists(name),
    getSourceFile(name, target) {
      const text = files.get(name)
      return text === undefined ? onDisk.getSourceFile(name, target) : ts.createSourceFile(name, text, target)
    },
  }
  const program = ts.createProgram(
    [...files.keys(), join(app, 'next-env.d.ts'), join(types, 'routes.d.ts')],
    options,
    host,
  )
  return handlers.map((_, index) =>
    [routeOf(index), checkOf(index)].flatMap((name) =>
      program
        .getSemanticDiagnostics(program.getSourceFile(name))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0] ?? ''),
    ),
  )
}

const imports = `import type { NextRequest } from 'next/server'
import type { Validated } from 'mongoose-guard'
import { guard } from 'mongoose-guard/web'
import { memberChanges } from '@/lib/guards'
import { Member } from '@/lib/member'
type Changes = Validated<typeof memberChanges>`
