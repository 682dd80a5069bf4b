#!/usr/bin/env node
import { runCommand } from '../surface/command-line.ts'

// As of a main module that waits for itself: where nothing is left to do, Node.js ends, and with 0.
const unsettled = 13
process.exitCode = unsettled
process.once('exit', (code) => {
  if (code === unsettled)
    process.stderr.write('A module was never loaded to its end: its top-level await does not settle\n')
})

void runCommand(process.argv.slice(2), process.cwd()).then(({ output, errors, exitCode }) => {
  process.stderr.write(errors)
  // An application may hold connections open, which would keep the process.
  process.stdout.write(output, () => process.exit(exitCode))
})
