import { jsonMember } from './json-file.ts'

/** Whether a `package.json` names a package among its dependencies. */
export function dependsOn(manifest: unknown, name: string): boolean {
  return ['dependencies', 'devDependencies'].some((key) => jsonMember(jsonMember(manifest, key), name) !== undefined)
}
