// Fails when package-lock.json names a registry host, or when `npm install` silently dropped an
// optional (platform) package it could not find: `npm ci` would then stop with EUSAGE "Missing: X@ from lock file".
import { readFileSync } from 'node:fs'

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
const problems = []
for (const [path, entry] of Object.entries(packages)) {
  if (/^https?:/.test(entry.resolved ?? '')) problems.push(`${path}: resolved names a host`)
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    let at = path
    let found = false
    for (;;) {
      if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) found = true
      if (found || !at) break
      const cut = at.lastIndexOf('/node_modules/')
      at = cut >= 0 ? at.slice(0, cut) : ''
    }
    if (!found) problems.push(`${path || '.'}@${entry.version}: no lock entry for optional ${name}`)
  }
}
for (const problem of problems) console.error(problem)
console.log(`${problems.length} problems in ${Object.keys(packages).length} lock entries`)
process.exitCode = problems.length > 0 ? 1 : 0
