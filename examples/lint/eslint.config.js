import guardPlugin from 'eslint-plugin-mongoose-guard'
import tseslint from 'typescript-eslint'

export default [{ files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } }, guardPlugin.configs.strict]
