import ts from 'typescript'

/**
 * Checks the files one after the other in one program, and gives what each added. The files exist in memory only;
 * `directory` is where their imports are resolved from.
 */
export function count(directory, files, options) {
  const names = Object.keys(files).map((name) => `${directory}/${name}`)
  const compilerOptions = {
    ...ts.convertCompilerOptionsFromJson(
      {
        target: 'es2022',
        lib: ['es2023', 'dom'],
        module: 'nodenext',
        moduleResolution: 'nodenext',
        strict: true,
        skipLibCheck: true,
        allowImportingTsExtensions: true,
        types: ['node'],
        noEmit: true,
      },
      directory,
    ).options,
    ...options,
  }
  const host = ts.createCompilerHost(compilerOptions)
  const { readFile, fileExists, directoryExists, getSourceFile } = host
  const inMemory = (name) => (names.includes(name) ? files[name.slice(directory.length + 1)] : undefined)
  host.readFile = (name) => inMemory(name) ?? readFile(name)
  host.fileExists = (name) => names.includes(name) || fileExists(name)
  host.directoryExists = (path) => names.some((name) => name.startsWith(`${path}/`)) || directoryExists(path)
  host.getSourceFile = (name, ...rest) => {
    if (names.includes(name)) return ts.createSourceFile(name, inMemory(name), ...rest)
    // Parsed once for all programs: parsing is not what is measured.
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...rest))
    return parsed.get(name)
  }
  const program = ts.createProgram(names, compilerOptions, host)
  program.getGlobalDiagnostics()
  let before = { instantiations: program.getInstantiationCount(), types: program.getTypeCount() }
  return names.map((name) => {
    const start = process.cpuUsage()
    const errors = program.getSemanticDiagnostics(program.getSourceFile(name))
    const { user, system } = process.cpuUsage(start)
    const after = { instantiations: program.getInstantiationCount(), types: program.getTypeCount() }
    const added = {
      instantiations: after.instantiations - before.instantiations,
      types: after.types - before.types,
      seconds: (user + system) / 1e6,
      errors: errors.map((error) => ts.flattenDiagnosticMessageText(error.messageText, '\n')),
    }
    before = after
    return added
  })
}
const parsed = new Map()
