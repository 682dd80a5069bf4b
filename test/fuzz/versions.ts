/** What the fuzzer has to know of a version of Mongoose, besides the mistakes of the newest ones. */
export interface VersionFacts {
  /** The majors whose known mistakes it may make: those of 8 stand in the first versions of 9 too. */
  majors: readonly number[]
  /** It takes `constructor`, which every object has, for a discriminator, and then throws or ends the process. */
  takesInheritedKinds: boolean
  /** It casts nothing in the Maps of an array: guards refuse such schemas. */
  hidesMapsInArrays: boolean
  /** The text of `maxlength` is made by a function of Mongoose's own, and by no template. */
  hasLengthMessages: boolean
}

type Version = readonly [major: number, minor: number, patch: number]

export function versionFacts(version: string): VersionFacts {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const isSince = (...since: Version[]): boolean =>
    since.some(
      ([sinceMajor, sinceMinor, sincePatch]) => major === sinceMajor && (minor - sinceMinor || patch - sincePatch) >= 0,
    )
  return {
    majors: major === 9 && !isSince([9, 11, 0]) ? [8, 9] : [major],
    takesInheritedKinds: !isSince([8, 24, 7], [9, 11, 4]),
    hidesMapsInArrays: !isSince([8, 20, 0], [9, 0, 0]),
    hasLengthMessages: isSince([8, 23, 1], [9, 6, 3]),
  }
}
