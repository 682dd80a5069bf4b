import ts from 'typescript'

const parsed = new Map()

/** A program whose root files exist in memory only; `directory` is where their imports are resolved from. */
export function createProgram(directory, files, options = {}) {
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
    // Parsed once for all programs of a process.
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...rest))
    return parsed.get(name)
  }
  return { program: ts.createProgram(names, compilerOptions, host), names }
}

export const messageOf = (diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')
