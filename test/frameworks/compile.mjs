// Compiles what is written for other frameworks against the built library: the oldest compiler on one major of Mongoose, the
// newest on the other; with --all each compiler on both.
import { compilerOf } from '../../type-tests/compiler.mjs'

const projects = ['tsconfig.json', 'tsconfig.mongoose8.json']
const everything = ['5.4', '5.9', '6.0', '7.0'].map((version) => [version, projects])
const ends = [
  ['5.4', ['tsconfig.mongoose8.json']],
  ['7.0', ['tsconfig.json']],
]
for (const [version, chosen] of process.argv.includes('--all') ? everything : ends) {
  const compile = compilerOf(version)
  for (const project of chosen) {
    const printed = compile(`test/frameworks/${project}`)
    if (printed === '') continue
    console.error(`TypeScript ${version}, ${project}:\n${printed}`)
    process.exit(1)
  }
}
