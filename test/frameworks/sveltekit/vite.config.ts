import { fileURLToPath } from 'node:url'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  logLevel: 'warn',
  plugins: [sveltekit()],
  resolve: {
    alias: {
      'mongoose-guard/web': here('../../../src/adapters/web.ts'),
      'mongoose-guard': here('../../../src/index.ts'),
    },
  },
})
