// Usage: node .github/new-version.mjs 1.2.3
// Writes the version into both manifests and the lock file, and makes what is unreleased in both changelogs its section.
import { readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'

const [version = ''] = process.argv.slice(2)
const folders = ['.', 'eslint-plugin']
const today = new Date().toISOString().slice(0, 10)

const texts = new Map(folders.map((folder) => [posix.join(folder, 'CHANGELOG.md'), changelogOf(folder)]))
checkVersion()
for (const [path, { head, changes, rest }] of texts) {
  const says = changes || 'Nothing changed but the version, which both packages share.'
  writeFileSync(path, `${head}\n\n## [${version}] - ${today}\n\n${says}\n${rest && `\n${rest}`}`)
}
for (const folder of folders) writeVersion(posix.join(folder, 'package.json'), (manifest) => [manifest])
writeVersion('package-lock.json', (lock) => [lock, lock.packages[''], lock.packages['eslint-plugin']])

function changelogOf(folder) {
  const path = posix.join(folder, 'CHANGELOG.md')
  const [, head, changes, rest] =
    /^([^]*?\n## \[Unreleased\])\n([^]*?)\n*(?=## \[|$)([^]*)$/.exec(readFileSync(path, 'utf8')) ?? []
  if (head === undefined) throw new Error(`${path} has no section [Unreleased]`)
  return { head, changes: changes.trim(), rest }
}

function checkVersion() {
  if (!/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version)) throw new Error(`not a version: "${version}"`)
  const sections = [...texts.values()]
  if (sections.some(({ rest }) => rest.includes(`## [${version}]`))) throw new Error(`${version} is released already`)
  if (sections.every(({ changes }) => changes === '')) throw new Error('nothing is unreleased')
}

function writeVersion(path, entriesOf) {
  const json = JSON.parse(readFileSync(path, 'utf8'))
  for (const entry of entriesOf(json)) entry.version = version
  writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`)
}
