import type { ESLint } from 'eslint'

const plugin: ESLint.Plugin = {
  meta: { name: 'eslint-plugin-mongoose-guard', version: '0.1.0' },
  rules: {},
}

export { plugin as default }
