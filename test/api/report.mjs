// What users can import from both packages, as text in etc/, where a review sees each change of it. Compares that text with
// what is built; `--write` writes it.
//
// API Extractor makes such reports too, but leaves `declare module` out (microsoft/rushstack#2264): that is where Express
// requests get `validated`.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format as formatted } from 'oxfmt'
import { readModule, resolve, resolveExport } from './declarations.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

for (const folder of ['.', 'eslint-plugin']) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const file = `etc/${manifest.name}.api.md`
  const report = await reportOf(manifest, join(root, folder))
  if (process.argv.includes('--write')) writeFileSync(join(root, file), report)
  else compare(file, report)
}

function compare(file, report) {
  const { status, stdout, stderr } = spawnSync('diff', ['-uN', file, '-'], { cwd: root, input: report })
  if (status === 0) return
  console.error(`${file} is not what is built. Where the change is meant, run \`npm run api\` and commit the file.`)
  console.error(`${stdout}${stderr}`)
  process.exitCode = 1
}

async function reportOf({ name, exports }, folder) {
  const paths = Object.keys(exports).filter((path) => typeof exports[path] === 'object')
  const [report, other] = ['import', 'require'].map((format) =>
    textOf(
      name,
      paths.map((path) => ({
        name: join(name, path),
        module: readModule(join(folder, (exports[path][format] ?? exports[path]).types)),
      })),
    ),
  )
  if (report !== other) throw new Error(`${name}: import and require do not give the same types`)
  const options = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'))
  const { code } = await formatted('report.md', report, options)
  return code
}

function textOf(name, entries) {
  const exported = new Map()
  const sections = entries.map((entry) => entrySection(entry, exported))
  const written = [...exported.keys(), ...entries.flatMap(({ module }) => module.augmentations)]
  const hidden = reachedFrom(written).filter((declaration) => !written.includes(declaration))
  return [
    `# Types of ${name}`,
    'What a user can import, without the comments. Written by `npm run api`.',
    ...sections,
    section('What these are made of', hidden, hidden.map(({ text }) => text).sort()),
  ].join('\n\n')
}

/** A declaration is written with the first entry that exports it. */
function entrySection({ name: entry, module }, exported) {
  const names = [...module.exports.keys()].sort().map((as) => ({ as, declaration: resolveExport(module, as) }))
  const own = new Set(names.map(({ declaration }) => declaration).filter((declaration) => !exported.has(declaration)))
  const elsewhere = names
    .filter(({ declaration }) => !own.has(declaration))
    .map(({ as, declaration }) => ({ from: exported.get(declaration), name: declaration.name, as }))
  for (const declaration of own) exported.set(declaration, entry)

  const isPlain = ({ name }) => names.some(({ as, declaration }) => as === name && declaration.name === name)
  const renamed = names.filter(({ as, declaration }) => own.has(declaration) && as !== declaration.name)
  return section(
    entry,
    [...module.augmentations, ...own],
    [
      ...together('export', elsewhere),
      ...module.augmentations.map(({ text }) => text),
      ...[...own].map((declaration) => (isPlain(declaration) ? `export ${declaration.text}` : declaration.text)),
      ...renamed.map(({ as, declaration }) => `export { ${alias(declaration.name, as)} }`),
    ],
  )
}

function section(title, declarations, texts) {
  const imports = new Set(declarations.flatMap(namedIn).filter(isImport))
  return `## ${title}\n\n\`\`\`ts\n${[...together('import', [...imports]), ...texts].join('\n\n')}\n\`\`\``
}

/** Statements for names of other packages or entries, one for each of these. */
function together(keyword, names) {
  const modules = [...new Set(names.map(({ from }) => from))].sort()
  return modules.map((module) => {
    const clause = names.filter(({ from }) => from === module).map(({ name, as }) => alias(name, as))
    return `${keyword} { ${[...new Set(clause)].sort().join(', ')} } from '${module}'`
  })
}

function alias(name, as) {
  if (name === as) return name
  return `${name} as ${/^\w+$/.test(as) ? as : `'${as}'`}`
}

/** Declarations, those of the names in them, and so on. */
function reachedFrom(declarations) {
  const reached = new Set(declarations)
  // A set is walked to its end, also where that moves.
  for (const declaration of reached) {
    for (const next of namedIn(declaration)) if (!isImport(next)) reached.add(next)
  }
  return [...reached]
}

function namedIn({ module, names }) {
  return names.map((name) => resolve(module, name)).filter((found) => found !== undefined)
}

function isImport({ from }) {
  return from !== undefined
}
