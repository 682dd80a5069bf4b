/** Whether something comes from `@nestjs/common`, also by the path of a file in the package. */
export function isOfNestCommon(source: string): boolean {
  return /^@nestjs\/common(?:\/|$)/.test(source)
}
