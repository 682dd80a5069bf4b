// Writes into both packages what only the repository that releases them knows: its address, without which npm takes no
// provenance, and absolute links in their pages to what is not in the tarball. It comes between the build and `npm pack`.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'

const repository = `${variable('GITHUB_SERVER_URL')}/${variable('GITHUB_REPOSITORY')}`
const tag = variable('GITHUB_REF_NAME')

// Code comes first, so that `handlers[name](request)` in it is passed over.
const codeOrLink = new RegExp(
  [
    /^ *(?<fence>`{3,}|~{3,})[^]*?^ *\k<fence>/,
    /(?<!`)(?<ticks>`+)(?!`)(?:(?!\n\s*\n)[^])*?(?<!`)\k<ticks>(?!`)/,
    /(?<before>\]\(<?|^ {0,3}\[[^\]\n]+\]: *<?|\b(?:href|src)=["'])(?<target>[^\s"'<>)]+)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)

const folders = ['.', 'eslint-plugin']
for (const folder of folders) describeSource(folder)
for (const [at, files] of filesInTarballs().entries())
  for (const file of files.filter((name) => name.endsWith('.md'))) resolveLinks(folders[at], file, files)

function variable(name) {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

function describeSource(folder) {
  const isRoot = folder === '.'
  const path = posix.join(folder, 'package.json')
  const manifest = {
    ...JSON.parse(readFileSync(path, 'utf8')),
    homepage: isRoot ? `${repository}#readme` : `${repository}/tree/HEAD/${folder}#readme`,
    bugs: { url: `${repository}/issues` },
    repository: { type: 'git', url: `git+${repository}.git`, ...(!isRoot && { directory: folder }) },
  }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
}

function filesInTarballs() {
  const flags = ['--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const reports = execFileSync('npm', ['pack', ...flags, ...folders.map((folder) => `./${folder}`)], {
    encoding: 'utf8',
  })
  return JSON.parse(reports).map(({ files }) => files.map(({ path }) => path))
}

function resolveLinks(folder, file, files) {
  const path = posix.join(folder, file)
  const page = readFileSync(path, 'utf8')
  const resolved = page.replace(codeOrLink, (whole, ...groups) => {
    const { before, target } = groups.at(-1)
    return target === undefined ? whole : before + resolveLink(target, path, folder, files)
  })
  if (resolved !== page) writeFileSync(path, resolved)
}

function resolveLink(target, page, folder, files) {
  const [, path, rest] = /^([^?#]*)(.*)$/.exec(target)
  if (path === '' || /^[a-z][a-z\d+.-]*:|^\/\//i.test(target)) return target
  const inRepository = posix.join(posix.dirname(page), path)
  if (inRepository.startsWith('..')) throw new Error(`${page}: ${target} leads out of the repository`)
  const inPackage = posix.relative(folder, inRepository)
  if (files.some((name) => name === inPackage || name.startsWith(`${inPackage}/`))) return target
  // The page of a picture is not the picture.
  const kind = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(path) ? 'raw' : 'blob'
  return `${repository}/${kind}/${tag}/${inRepository}${rest}`
}
