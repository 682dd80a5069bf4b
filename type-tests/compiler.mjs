// The compilers that the types are tested with.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import getExePath from '../node_modules/typescript7/lib/getExePath.js'

const require = createRequire(import.meta.url)
const packages = {
  5.4: () => require('typescript54'),
  5.9: () => require('typescript59'),
  '6.0': () => require('typescript'),
}

/** A function that gives what `tsc -p` prints. */
export const compilerOf = (version) => (version === '7.0' ? native : inProcess(packages[version]()))

function native(project) {
  // Each of several threads checks Mongoose's types again, and two runs go side by side anyway.
  const options = ['--pretty', 'false', '--singleThreaded']
  const { stdout, stderr, status, signal } = spawnSync(getExePath(), ['-p', project, ...options], { encoding: 'utf8' })
  const output = stdout + stderr
  return status === 0 || output !== '' ? output : `the compiler broke down (${signal ?? status})`
}

/**
 * Compiles one project after another in this process: what they share, Mongoose's types above all, is parsed once, and the
 * compiler's code is warm from the second one on.
 */
function inProcess(ts) {
  const declarations = new Map()

  function hostOf(options) {
    const host = ts.createCompilerHost(options)
    const { getSourceFile } = host
    host.getSourceFile = (name, how, ...rest) => {
      if (!/\.d\.[cm]?ts$/.test(name)) return getSourceFile(name, how, ...rest)
      // What else a file is parsed with is the same for all projects.
      const key = `${how.languageVersion} ${how.impliedNodeFormat} ${name}`
      if (!declarations.has(key)) declarations.set(key, getSourceFile(name, how, ...rest))
      return declarations.get(key)
    }
    return host
  }

  return (project) => {
    const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(project, {}, ts.sys)
    const host = hostOf(options)
    const program = ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors, host })
    const found = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics]
    return ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(found), host)
  }
}
