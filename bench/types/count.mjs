import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createProgram, messageOf } from '../../type-tests/in-memory.mjs'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

/** Checks the files one after the other in one program, and gives what each added. */
export function count(directory, files, options) {
  const { program, names } = createProgram(directory, files, options)
  program.getGlobalDiagnostics()
  let before = { instantiations: program.getInstantiationCount(), types: program.getTypeCount() }
  return names.map((name, index) => {
    // What the first file leaves behind is not to be paid by those that are timed.
    if (index === 1) collectGarbage()
    const start = process.cpuUsage()
    const errors = program.getSemanticDiagnostics(program.getSourceFile(name))
    const { user, system } = process.cpuUsage(start)
    const after = { instantiations: program.getInstantiationCount(), types: program.getTypeCount() }
    const added = {
      instantiations: after.instantiations - before.instantiations,
      types: after.types - before.types,
      seconds: (user + system) / 1e6,
      errors: errors.map(messageOf),
    }
    before = after
    return added
  })
}
