import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    express: 'src/adapters/express.ts',
    web: 'src/adapters/web.ts',
    openapi: 'src/adapters/openapi.ts',
    cli: 'src/adapters/cli.ts',
  },
  format: ['esm', 'cjs'],
  // tsup 8 sets `baseUrl` for the d.ts build, which TypeScript 6 reports as deprecated (TS5101).
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
  target: 'node20',
  platform: 'node',
  clean: true,
  silent: true,
  // One GuardConfigError and one set of caches for all entries of a module format.
  splitting: true,
  external: ['mongoose', 'express', 'express-serve-static-core'],
})
