// Compiles what is written for other frameworks against the built library, with each compiler and both majors of Mongoose.
import { compilerOf } from '../../type-tests/compiler.mjs'

for (const version of ['5.4', '5.9', '6.0', '7.0']) {
  const compile = compilerOf(version)
  for (const project of ['tsconfig.json', 'tsconfig.mongoose8.json']) {
    const printed = compile(`test/frameworks/${project}`)
    if (printed === '') continue
    console.error(`TypeScript ${version}, ${project}:\n${printed}`)
    process.exit(1)
  }
}
