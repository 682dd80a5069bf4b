import { describe, expect, it } from 'vitest'
import { openapi } from '../../src/adapters/openapi.ts'
import { createGuard, GuardConfigError } from '../../src/index.ts'
import { Random } from '../fuzz/random.ts'
import { modelOf } from '../support/models.ts'
import { expressVersions } from '../support/server.ts'

const guard = createGuard(modelOf({ name: String }), { allow: ['name'] })

interface Router {
  (req: object, res: object, done: () => void): void
  use: (path: unknown, router: Router) => void
  post: (path: unknown, handler: unknown) => void
}
interface Framework {
  (): Router
  Router: (options: object) => Router
}

/** Parts of paths, of which `~` is new to each place: names may not repeat in a path of Express 5. */
const common = ['/a', '/b.c', '/:~', '/:~-:~', '/:~.json', '/@me', '/x%20y', '/g/', '/A', '/a$b', '/d-e', '']
const parts: Readonly<Record<number, readonly string[]>> = {
  4: [...common, '/:~(\\d+)', '/:~?', '/:~*', '/*', '/(s|t)', '/m+', '/a!b', '*', 'u', '/a{2}', '/[ab]'],
  5: [
    ...common,
    '{/:~}',
    '{/lit}',
    '/*~',
    '{/:~{/:~}}',
    '/a{b}c',
    '/u{:~}',
    '/:"~ ~"',
    '/\\:e',
    '/\\{z\\}',
    '/\\*',
    'u',
  ],
}
const requests = ['/a', '/7', '/b.c', '/lit', '/x.json', '/p-q', '/g', '/@me', '/u', '/s']

describe.each(expressVersions)('the paths of a document, in Express $version', ({ version, express: anyExpress }) => {
  const express = anyExpress as unknown as Framework
  const seed = 20261122

  it(`are those that the application answers (seed ${seed})`, () => {
    const random = new Random(seed + version)
    const made = { documents: 0, paths: 0, errors: 0, answers: 0 }
    const pathOrPaths = () => (random.chance(0.15) ? [drawPath(random), drawPath(random)] : drawPath(random))
    for (let round = 0; round < 300; round++) {
      const mount = random.chance(0.6) ? pathOrPaths() : undefined
      const route = pathOrPaths()
      const options = { strict: random.chance(0.2), caseSensitive: random.chance(0.2) }
      const app = appWith(mount, route, options)
      if (app === undefined) continue
      const what = JSON.stringify({ seed, round, mount, route, options })
      const paths = pathsOf(app.app)
      if (paths === undefined) {
        made.errors++
        continue
      }
      made.documents++
      for (const path of paths) {
        made.paths++
        const values = ['7', 'value']
        const asked = values.map((value) => path.replace(/\{[^{}]+\}/g, value))
        expect([what, path, asked.some(app.isAnswered)]).toEqual([what, path, true])
      }
      const known = new RegExp(`^(?:${paths.map(expressionOf).join('|')})/?$`, 'i')
      for (let count = 0; count < 5; count++) {
        const url = Array.from({ length: 1 + random.int(3) }, () => random.pick(requests)).join('')
        if (!app.isAnswered(url)) continue
        made.answers++
        expect([what, url]).toEqual([what, expect.stringMatching(known)])
      }
    }
    expect(made).toEqual({
      documents: expect.toSatisfy((count: number) => count > 80) as number,
      paths: expect.toSatisfy((count: number) => count > 80) as number,
      errors: expect.toSatisfy((count: number) => count > 20) as number,
      answers: expect.toSatisfy((count: number) => count > 20) as number,
    })
  })

  function drawPath(random: Random): string {
    let names = 0
    const texts = Array.from({ length: 1 + random.int(2) }, () => random.pick(parts[version] ?? []))
    return texts.join('').replace(/~/g, () => `p${random.int(2)}${++names}`)
  }

  /** Undefined where Express refuses a path. */
  function appWith(mount: unknown, route: unknown, options: object) {
    let isHit = false
    const app = express()
    const handler = (_req: object, _res: object, next: () => void) => {
      isHit = true
      next()
    }
    try {
      const router = mount === undefined ? app : express.Router(options)
      router.post(route, Object.assign(handler, { guard }))
      if (mount !== undefined) app.use(mount, router)
    } catch {
      return undefined
    }
    const isAnswered = (url: string) => {
      isHit = false
      app({ method: 'POST', url, headers: {} }, { setHeader: () => undefined }, () => undefined)
      return isHit
    }
    return { app, isAnswered }
  }
})

/** Undefined where there is no such document. */
function pathsOf(app: object): string[] | undefined {
  try {
    return Object.keys(openapi(app, { info: { title: 'Paths', version: '1' } }).paths)
  } catch (error) {
    expect(error).toBeInstanceOf(GuardConfigError)
    return undefined
  }
}

/** A parameter of a document may stand for one of Express that takes several parts of a path, or none with its slash. */
function expressionOf(path: string): string {
  return path
    .replace(/(?<=.)\/$/, '')
    .split(/\/?\{[^{}]+\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
}
