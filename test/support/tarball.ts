import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const root = join(import.meta.dirname, '../..')

interface Manifest {
  version: string
  dependencies?: object
  peerDependencies: Record<string, string>
}

export const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

/** The version that this repository is tested with, so that the same one is installed beside the tarball. */
export const versionOf = async (name: string): Promise<string> =>
  (await readManifest(join(root, 'node_modules', name))).version

/** Packs what was built, and tells which files are in the tarball. */
export async function packInto(folder: string): Promise<{ tarball: string; packed: string[] }> {
  const { stdout } = await run('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', folder], {
    cwd: root,
  })
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  return { tarball: join(folder, filename), packed: files.map(({ path }) => path) }
}

/** A copy of a folder, with packages installed in it as a user would. */
export async function installInCopy(from: string, folder: string, packages: readonly string[]): Promise<void> {
  await cp(from, folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: basename(folder), private: true }))
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  await run('npm', ['install', ...quiet, ...packages], { cwd: folder })
}
