import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import plugin from '../src/index.ts'
import { withRuleHeader, withRuleTable } from './generated-docs.ts'

const readme = new URL('../README.md', import.meta.url)
const pages = Object.keys(plugin.rules).map((name) => new URL(`../docs/rules/${name}.md`, import.meta.url))

writeFileSync(readme, withRuleTable(readFileSync(readme, 'utf8'), plugin.rules))
for (const [index, [name, rule]] of Object.entries(plugin.rules).entries()) {
  const page = pages[index]
  if (page) writeFileSync(page, withRuleHeader(readFileSync(page, 'utf8'), name, rule))
}
// It pads the columns of tables.
execFileSync('npx', ['oxfmt', ...[readme, ...pages].map(({ pathname }) => pathname)])
