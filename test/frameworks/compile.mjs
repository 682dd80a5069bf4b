// Compiles what is written for other frameworks against the built library: each compiler, and each major of Mongoose twice;
// with --all each compiler with both.
import { compilerOf } from '../../type-tests/compiler.mjs'

const projects = ['tsconfig.json', 'tsconfig.mongoose8.json']
for (const [index, version] of ['5.4', '5.9', '6.0', '7.0'].entries()) {
  const compile = compilerOf(version)
  for (const project of process.argv.includes('--all') ? projects : [projects[(index + 1) % 2]]) {
    const printed = compile(`test/frameworks/${project}`)
    if (printed === '') continue
    console.error(`TypeScript ${version}, ${project}:\n${printed}`)
    process.exit(1)
  }
}
