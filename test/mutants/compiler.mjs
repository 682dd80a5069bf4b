import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { options } = ts.getParsedCommandLineOfConfigFile(`${root}tsconfig.json`, {}, ts.sys)
let mutant = { path: '', text: '', version: 0 }

const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [mutant.path],
  getScriptVersion: (path) => (path === mutant.path ? String(mutant.version) : '0'),
  getScriptSnapshot(path) {
    const text = path === mutant.path ? mutant.text : ts.sys.readFile(path)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
})

/** What the compiler says of a mutated module: the types are part of the suite, too. */
export function compilerError(file, text) {
  mutant = { path: `${root}${file}`, text, version: mutant.version + 1 }
  const [error] = [...service.getSyntacticDiagnostics(mutant.path), ...service.getSemanticDiagnostics(mutant.path)]
  return error && `the compiler: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`
}
