import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm'],
  dts: { compilerOptions: { ignoreDeprecations: '6.0', noCheck: true } },
  target: 'node20',
  platform: 'node',
  clean: true,
  silent: true,
})
