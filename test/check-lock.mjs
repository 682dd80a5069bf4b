// Fails when a lock file names a registry host, or when `npm install` silently dropped an optional (platform) package
// it could not find: `npm ci` would then stop with EUSAGE "Missing: X@ from lock file".
// Checks the lock files that are named, else the project's own, wherever it is run from.
import { readFileSync } from 'node:fs'

function problemsOf(packages) {
  const problems = []
  for (const [path, entry] of Object.entries(packages)) {
    if (/^https?:/.test(entry.resolved ?? '')) problems.push(`${path}: resolved names a host`)
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!isLocked(packages, path, name)) {
        problems.push(`${path || '.'}@${entry.version}: no lock entry for optional ${name}`)
      }
    }
  }
  return problems
}

/** Looks for a package as Node.js does, from the folder of the package that wants it up to the root. */
function isLocked(packages, path, name) {
  if (packages[`${path ? `${path}/` : ''}node_modules/${name}`]) return true
  if (!path) return false
  return isLocked(packages, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name)
}

const own = new URL('../package-lock.json', import.meta.url)
for (const file of process.argv.length > 2 ? process.argv.slice(2) : [own]) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  const problems = problemsOf(packages)
  for (const problem of problems) console.error(problem)
  console.log(`${file}: ${problems.length} problems in ${Object.keys(packages).length} lock entries`)
  if (problems.length > 0) process.exitCode = 1
}
