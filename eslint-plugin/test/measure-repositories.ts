// What the rules add to ESLint's time on checked-out repositories: `npx tsx eslint-plugin/test/measure-repositories.ts
// [--runs=5] [--plugin=PATH]… FOLDER…`, after `npm run build`. Each run is a process of its own with the class `ESLint`, as on
// a command line; without the plugin, with `recommended` and with `strict`, in turn. The base is the recommended rules of
// `@eslint/js` and, for TypeScript, those of typescript-eslint. Another build of the plugin (`--plugin`) takes its turn beside this
// one. Processor time, user and system; ratios are of runs that stand beside each other, their median and their span.
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import eslint from '@eslint/js'
import { ESLint, type Linter } from 'eslint'
import tseslint from 'typescript-eslint'

const script = fileURLToPath(import.meta.url)
const sources = '**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'

type Preset = 'recommended' | 'strict'
interface Plugin {
  readonly configs: Readonly<Record<Preset, Linter.Config>>
}
interface Timing {
  readonly time: number
  readonly files: number
  readonly findings: number
}

async function lintAll(folder: string, preset: Preset | undefined, plugin: string): Promise<[number, number]> {
  const presets = preset
    ? [((await import(pathToFileURL(plugin).href)) as { default: Plugin }).default.configs[preset]]
    : []
  const config = [
    { ignores: ['**/{node_modules,dist,build,coverage,public,vendor}/**', '**/*.{d,min}.*'] },
    {
      files: [sources],
      linterOptions: { noInlineConfig: true },
      languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
    },
    eslint.configs.recommended,
    ...tseslint.configs.recommended,
    ...presets,
  ]
  const linter = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: config as Linter.Config[],
    errorOnUnmatchedPattern: false,
  })
  const results = await linter.lintFiles([sources])
  const own = results.flatMap(({ messages }) => messages.filter(({ ruleId }) => ruleId?.startsWith('mongoose-guard/')))
  return [results.length, own.length]
}

async function measure(preset: Preset | undefined, plugin: string, folders: readonly string[]): Promise<Timing> {
  const start = process.cpuUsage()
  const totals = { files: 0, findings: 0 }
  for (const folder of folders) {
    const [files, findings] = await lintAll(resolve(folder), preset, plugin)
    totals.files += files
    totals.findings += findings
  }
  const { user, system } = process.cpuUsage(start)
  return { ...totals, time: (user + system) / 1_000_000 }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function span(values: readonly number[], digits: number): string {
  return `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`
}

const [, , ...options] = process.argv
const folders = options.filter((option) => !option.startsWith('--'))
const valuesOf = (name: string) =>
  options.flatMap((option) => (option.startsWith(`--${name}=`) ? [option.slice(name.length + 3)] : []))
const [child] = valuesOf('child')
if (child !== undefined) {
  const [preset = '', plugin = ''] = child.split('@')
  const known = preset === 'strict' || preset === 'recommended' ? preset : undefined
  process.stdout.write(JSON.stringify(await measure(known, plugin, folders)))
} else {
  const builds = [join(script, '../../dist/index.js'), ...valuesOf('plugin').map((path) => resolve(path))]
  const kinds = ['without@', ...builds.flatMap((build) => [`recommended@${build}`, `strict@${build}`])]
  const timings = new Map<string, Timing[]>(kinds.map((kind) => [kind, []]))
  for (let run = 0; run < Number(valuesOf('runs')[0] ?? 5); run++)
    for (const kind of kinds) {
      const command = ['--import', 'tsx', script, `--child=${kind}`, ...folders]
      timings.get(kind)?.push(JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' })) as Timing)
    }
  const base = timings.get('without@') ?? []
  for (const [kind, runs] of timings) {
    const times = runs.map(({ time }) => time)
    const ratios = times.map((time, run) => time / (base[run]?.time ?? Number.NaN))
    const { files, findings } = runs[0] ?? { files: 0, findings: 0 }
    console.log(
      `${kind}: ${String(files)} files, ${String(findings)} findings, ${span(times, 1)} s, ${span(ratios, 2)}`,
    )
  }
}
