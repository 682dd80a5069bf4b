import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { anchorOf } from './anchor.js'

const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY, SITE_BASE } = process.env
const repository = GITHUB_REPOSITORY === undefined ? undefined : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`

/** Pages link to files of the repository by their paths: on GitHub these are links, on the site they lead there. */
function leadOut(md) {
  const before =
    md.renderer.rules.link_open ?? ((tokens, index, options, env, self) => self.renderToken(tokens, index, options))
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const href = tokens[index].attrGet('href') ?? ''
    if (repository !== undefined && href.startsWith('../')) {
      tokens[index].attrSet('href', `${repository}/blob/HEAD/${href.slice('../'.length)}`)
    }
    return before(tokens, index, options, env, self)
  }
}

export default defineConfig({
  title: 'mongoose-guard',
  description: 'Express and Next.js middleware that stops mass assignment.',
  lang: 'en',
  base: SITE_BASE ?? '/',
  cleanUrls: true,
  lastUpdated: false,
  srcExclude: ['README.md', 'bench/**'],
  // Without the address of the repository, what leads out of the docs leads nowhere.
  ignoreDeadLinks: [/^\.\//, /^\.\.\//, /\/\.\.\//, (link) => link.includes('../')],
  head: [
    ['meta', { name: 'theme-color', content: '#a3352b' }],
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${SITE_BASE ?? '/'}icon.svg` }],
  ],
  markdown: {
    // Pages are plain Markdown: `<` is a character.
    html: false,
    anchor: { slugify: anchorOf },
    toc: { slugify: anchorOf },
    config: leadOut,
  },
  vite: {
    // The playground runs the library from its source.
    resolve: { alias: { 'mongoose-guard': fileURLToPath(new URL('../../src/index.ts', import.meta.url)) } },
  },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Quick start', link: '/express', activeMatch: '^/(express|nextjs)$' },
      { text: 'Guides', link: '/checks' },
      { text: 'Recipes', link: '/recipes' },
      { text: 'Error codes', link: '/error-codes' },
      { text: 'API', link: '/api' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'Why', link: '/why' },
          { text: 'Express', link: '/express' },
          { text: 'Next.js and web handlers', link: '/nextjs' },
          { text: 'Recipes', link: '/recipes' },
          { text: 'Playground', link: '/playground' },
        ],
      },
      {
        text: 'Guides',
        items: [
          { text: 'What is checked', link: '/checks' },
          { text: 'Real routes', link: '/routes' },
          { text: 'Forms', link: '/forms' },
          { text: 'Error formats', link: '/errors' },
          { text: 'TypeScript', link: '/typescript' },
          { text: 'Hosts', link: '/hosts' },
          { text: 'Lint', link: '/lint' },
          { text: 'The access surface', link: '/access-surface' },
          { text: 'OpenAPI', link: '/openapi' },
          { text: 'JSON Schema', link: '/json-schema' },
        ],
      },
      {
        text: 'Reference',
        items: [
          { text: 'API', link: '/api' },
          { text: 'Error codes', link: '/error-codes' },
          { text: 'Type errors', link: '/type-errors' },
          { text: 'How close to Mongoose', link: '/fidelity' },
          { text: 'How Mongoose behaves', link: '/mongoose' },
          { text: 'Security model', link: '/security' },
        ],
      },
      {
        text: 'Background',
        items: [
          { text: 'Comparison', link: '/comparison' },
          { text: 'Performance', link: '/performance' },
          { text: 'Cost of the types', link: '/types' },
          { text: 'Precision of the lint rules', link: '/lint-precision' },
          { text: 'Design', link: '/design' },
        ],
      },
    ],
    socialLinks: repository === undefined ? [] : [{ icon: 'github', link: repository }],
    footer: { message: 'MIT license.' },
  },
})
