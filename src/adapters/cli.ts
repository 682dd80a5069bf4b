#!/usr/bin/env node
import { runCommand } from '../surface/command-line.ts'

void runCommand(process.argv.slice(2), process.cwd()).then(({ output, errors, exitCode }) => {
  process.stderr.write(errors)
  // An application may hold connections open, which would keep the process.
  process.stdout.write(output, () => process.exit(exitCode))
})
