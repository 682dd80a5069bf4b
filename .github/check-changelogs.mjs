// Usage: node .github/check-changelogs.mjs BASE
// Fails where the code of a package changed since BASE and its changelog did not. A commit whose message has the line
// "Changelog: none" says that no user can notice the change.
import { execFileSync } from 'node:child_process'

const changelogs = { 'src/': 'CHANGELOG.md', 'eslint-plugin/src/': 'eslint-plugin/CHANGELOG.md' }
const [base = ''] = process.argv.slice(2)

const changed = git('diff', '--name-only', `${base}...HEAD`).split('\n')
const silent = Object.entries(changelogs)
  .filter(([code, changelog]) => changed.some((path) => path.startsWith(code)) && !changed.includes(changelog))
  .map(([code, changelog]) => `${code} changed, and ${changelog} did not`)

if (silent.length > 0 && !/^changelog: none$/im.test(git('log', '--format=%B', `${base}..HEAD`))) {
  console.error(silent.join('\n'))
  console.error('Say in [Unreleased] what a user will notice; or, in the message of a commit, "Changelog: none".')
  process.exitCode = 1
}

function git(...parameters) {
  return execFileSync('git', parameters, { encoding: 'utf8' })
}
