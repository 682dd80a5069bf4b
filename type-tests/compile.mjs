// Compiles projects, and prints their errors. Usage: node compile.mjs <version of TypeScript> <tsconfig.json>…
import { compilerOf } from './compiler.mjs'

const [version, ...projects] = process.argv.slice(2)
const compile = compilerOf(version)
for (const project of projects) {
  const printed = compile(project)
  if (printed === '') continue
  console.log(printed)
  process.exit(1)
}
