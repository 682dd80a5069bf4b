// Checks one project after another with one compiler, as type-tests/run.mjs asks for. Usage: fork with the version.
import { compilerOf } from './compiler.mjs'
import { differences } from './messages.mjs'

const compile = compilerOf(process.argv[2])
const saysTooOld =
  /\(5,26\): error TS2349: .*\n +Type 'Update_types_express_serve_static_core_to_4_17_33' has no call signatures/

/** Each gives what is wrong with what the compiler printed. */
const checks = {
  compile: (printed) => printed || undefined,
  messages: (printed) => differences(printed).join('\n') || undefined,
  // With types of Express that are too old for this library, the compiler has to say so.
  oldExpress: (printed) =>
    saysTooOld.test(printed) ? undefined : `Nothing says that the types of Express are too old:\n${printed}`,
}

process.on('message', ({ check, project }) => process.send({ output: checks[check](compile(project)) }))
