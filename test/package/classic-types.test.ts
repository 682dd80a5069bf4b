import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { root } from '../support/tarball.ts'
import { installedBeside } from './installed.ts'

const run = promisify(execFile)

describe.each([
  { mongoose: 'mongoose8', express: 'express4' },
  { mongoose: 'mongoose', express: 'express' },
])('the types beside $mongoose and $express', (setup) => {
  const installed = installedBeside(setup)

  it('are those of one package where TypeScript resolves in its classic way, without `exports`', async () => {
    const flags = ['--module', 'commonjs', '--moduleResolution', 'node10', '--strict', '--skipLibCheck', '--noEmit']
    const compiler = join(root, 'node_modules/typescript59/bin/tsc')
    const options = [...flags, '--esModuleInterop', '--target', 'es2022', 'classic.ts']
    await expect(run(process.execPath, [compiler, ...options], { cwd: installed().folder })).resolves.toMatchObject({
      stdout: '',
    })
  })
})
