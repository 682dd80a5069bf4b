const dark = globalThis.matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

globalThis.SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', defaultModelsExpandDepth: 0 })
