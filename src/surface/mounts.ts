import { GuardConfigError } from '../errors/config-error.ts'
import { nameOf } from '../guard/received.ts'
import { isRecord } from '../values/plain-object.ts'
import { type Layer, layersOf, pathsOfLayer } from './express-layers.ts'

/** An entry of the option `mounts`. */
interface Named {
  readonly path: string
  readonly mounted: MountedApp
  isUsed: boolean
}

/** What an application knows of where it was mounted last. */
interface MountedApp {
  readonly set?: unknown
  readonly parent?: unknown
  readonly mountpath?: unknown
}

/** The routers and applications that the option `mounts` names. */
export class NamedMounts {
  private readonly all: Named[]

  /** @throws GuardConfigError for what is no router or application. */
  constructor(mounts: unknown) {
    if (!isRecord(mounts)) throw new GuardConfigError(`option "mounts" must be an object, received ${nameOf(mounts)}`)
    this.all = Object.entries(mounts).flatMap(([path, named]) =>
      [named].flat().map((mounted: unknown) => {
        if (layersOf(mounted) !== undefined) return { path, mounted: mounted as MountedApp, isUsed: false }
        throw new GuardConfigError(
          `mounts: "${path}" must be an Express application or router, received ${nameOf(mounted)}`,
        )
      }),
    )
  }

  /**
   * The application behind a layer of another one, the next in order of those that are named for its path.
   *
   * @throws GuardConfigError where none is named, or one that Express knows to be elsewhere.
   */
  appAt(path: string, layer: Layer, owner: unknown): object {
    const here = this.all.filter((one) => plain(one.path) === plain(path) && 'set' in one.mounted)
    const next = here.find(({ isUsed }) => !isUsed)
    if (next === undefined) {
      throw new GuardConfigError(
        here.length === 0
          ? `the application mounted at "${path}" cannot be seen from outside: name it in mounts, as in { mounts: { '${path}': adminApp } }`
          : `another application is mounted at "${path}": name all of them in their order, as in { mounts: { '${path}': [adminApp, otherApp] } }`,
      )
    }
    next.isUsed = true
    this.requireMounted(next, layer, owner)
    return next.mounted
  }

  /**
   * The application behind a layer whose path cannot be read, and the path that it is given. It is known by its regular
   * expression, or as the next one of its owner where an old version of Express keeps nothing.
   *
   * @throws GuardConfigError where none is named.
   */
  appWithoutPath({ rawPath, regexp }: Layer, owner: unknown): { readonly path: string; readonly mounted: object } {
    const pattern = rawPath ?? regexp
    const named = this.all.find(
      ({ isUsed, mounted: { parent, mountpath } }) =>
        parent === owner && (pattern === undefined ? !isUsed : mountpath === pattern),
    )
    if (named === undefined) {
      throw new GuardConfigError(
        "an application is mounted where no path can be read: name it in mounts, as in { mounts: { '/admin': adminApp } }",
      )
    }
    named.isUsed = true
    return named
  }

  /**
   * The paths that are named for a router.
   *
   * @throws GuardConfigError where there is none.
   */
  pathsOf(router: unknown): string[] {
    const named = this.all.filter(({ mounted }) => mounted === router)
    if (named.length === 0) {
      throw new GuardConfigError(
        "a router keeps no path that can be read: name it in mounts, as in { mounts: { '/admin': adminRouter } }",
      )
    }
    for (const one of named) one.isUsed = true
    return named.map(({ path }) => path)
  }

  /** @throws GuardConfigError for what nothing in the application answers to: it is a mistake in the path. */
  requireAllMounted(): void {
    const idle = this.all.find(({ isUsed }) => !isUsed)
    if (idle === undefined) return
    throw new GuardConfigError(`mounts: nothing is mounted at "${idle.path}" that had to be named`)
  }

  /** Express remembers the last place of an application, which may have several. */
  private requireMounted({ path, mounted }: Named, layer: Layer, owner: unknown): void {
    const { parent, mountpath } = mounted
    if (parent === undefined) throw new GuardConfigError(`mounts: the application for "${path}" is mounted nowhere`)
    const last = [mountpath].flat(Infinity).map(String)
    const isHere = pathsOfLayer(layer)?.some((one) => last.some((other) => plain(other) === plain(one))) ?? true
    const isElsewhereToo = this.all.filter((other) => other.mounted === mounted).length > 1
    if (parent === owner && !isHere && !isElsewhereToo) {
      throw new GuardConfigError(`mounts: the application for "${path}" is mounted at "${last.join('", "')}"`)
    }
  }
}

/** Without what Express takes no notice of, or keeps in one version alone. */
function plain(path: string): string {
  return path.replace(/\\/g, '').replace(/(?<=.)\/+$/, '')
}
