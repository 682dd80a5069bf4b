// `req.validated` in workspaces in which Express 4 and 5 stand side by side, as package managers lay them out, each
// package with the types of Express among its own dependencies as docs/types.md says.
// Usage: node workspaces.mjs <layout> <compiler> ...
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const compilers = { 5.4: 'typescript54', 5.9: 'typescript59', '6.0': 'typescript', '7.0': 'typescript7' }
const expressVersions = [
  { name: 'express-4', express: 'express4', types: '@types/express4', coreTypes: '4', mongoose: 'mongoose8' },
  { name: 'express-5', express: 'express', types: '@types/express', coreTypes: '5', mongoose: 'mongoose' },
]
const pnpm = ['pnpm@10', 'install', '--no-frozen-lockfile', '--ignore-scripts']
const yarn = ['@yarnpkg/cli-dist@4', 'install', '--mode=skip-build']
const layouts = {
  npm: {
    install: ['npm@11', 'install', '--ignore-scripts', '--no-audit', '--no-fund'],
    // npm installs one copy of this library for both packages, beside the types of one of them.
    paths: { 'express-serve-static-core': ['./node_modules/@types/express-serve-static-core/index.d.ts'] },
  },
  pnpm: { install: pnpm },
  'pnpm, hoist=false': { install: pnpm, files: { '.npmrc': 'hoist=false\n' } },
  'Yarn, node-modules': { install: yarn, files: { '.yarnrc.yml': 'nodeLinker: node-modules\n' } },
  "Yarn, Plug'n'Play": { install: yarn, files: { '.yarnrc.yml': 'nodeLinker: pnp\n' }, plugAndPlay: true },
}

const [layoutName, ...versions] = process.argv.slice(2)
const layout = layouts[layoutName]

const workspace = mkdtempSync(join(tmpdir(), 'mongoose-guard-'))
process.on('exit', () => {
  rmSync(workspace, { recursive: true, force: true })
})
const run = (folder, command, parameters) =>
  spawnSync(command, parameters, {
    cwd: join(workspace, folder),
    encoding: 'utf8',
    env: { ...process.env, YARN_ENABLE_IMMUTABLE_INSTALLS: 'false', YARN_ENABLE_TELEMETRY: '0' },
  })
const npx = (folder, parameters) => run(folder, 'npx', ['--yes', '--loglevel=error', ...parameters])
const versionOf = (name) => JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version

const [{ filename: tarball }] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', workspace], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
)
// Yarn mends the compiler that a package depends on, so that it reads Plug'n'Play: each needs a package of its own there.
const packages = expressVersions.flatMap((express) =>
  layout.plugAndPlay
    ? versions.map((version) => ({ ...express, name: `${express.name}-typescript-${version}`, compilers: [version] }))
    : [{ ...express, compilers: versions }],
)
const writeJson = (file, content) => {
  writeFileSync(join(workspace, file), JSON.stringify(content))
}
for (const { name, express, types, coreTypes, mongoose, compilers: own } of packages) {
  mkdirSync(join(workspace, name))
  cpSync(join(root, 'type-tests/workspaces/app.ts'), join(workspace, name, 'app.ts'))
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'type-tests/workspaces/tsconfig.json'), 'utf8'))
  writeJson(`${name}/tsconfig.json`, { compilerOptions: { ...compilerOptions, paths: layout.paths } })
  writeJson(`${name}/package.json`, {
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    dependencies: {
      express: versionOf(express),
      mongoose: versionOf(mongoose),
      'mongoose-guard': `file:../${tarball}`,
    },
    devDependencies: {
      '@types/express': versionOf(types),
      // The oldest one that is supported, where the compiler takes it for Express's own too.
      '@types/express-serve-static-core': layout.paths && coreTypes === '4' ? '4.17.33' : `^${coreTypes}.0.0`,
      '@types/node': versionOf('@types/node'),
      ...(layout.plugAndPlay && { typescript: versionOf(compilers[own[0]]) }),
    },
  })
}
const names = packages.map(({ name }) => name)
writeJson('package.json', { name: 'workspace', private: true, workspaces: names })
writeJson('pnpm-workspace.yaml', { packages: names })
for (const [file, content] of Object.entries(layout.files ?? {})) writeFileSync(join(workspace, file), content)

const installed = npx('.', layout.install)
if (installed.status !== 0) {
  console.error(`Cannot install with ${layoutName}:\n${installed.stdout}${installed.stderr}`)
  process.exit(1)
}
for (const { name, compilers: own } of packages) {
  for (const version of own) {
    const { status, stdout, stderr } = layout.plugAndPlay
      ? npx(name, ['@yarnpkg/cli-dist@4', 'tsc', '-p', '.', '--pretty', 'false'])
      : run(name, process.execPath, [
          join(root, 'node_modules', compilers[version], 'bin/tsc'),
          ...['-p', '.', '--pretty', 'false'],
        ])
    if (status === 0) continue
    console.error(`${layoutName}, ${name}, TypeScript ${version}:\n${stdout}${stderr}`)
    process.exitCode = 1
  }
}
