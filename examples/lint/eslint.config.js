import guardPlugin from 'eslint-plugin-mongoose-guard'

export default [guardPlugin.configs.strict]
