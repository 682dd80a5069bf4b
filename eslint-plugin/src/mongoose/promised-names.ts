/** A method by the name that `promisifyAll()` of bluebird makes another one of: `create` of `createAsync`. */
export function withoutAsync(name: string): string {
  return name.endsWith('Async') ? name.slice(0, -'Async'.length) : name
}
