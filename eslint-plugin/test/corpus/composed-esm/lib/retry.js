/** Calls a function once more where the first call fails. */
export const retrying =
  (fn) =>
  async (...given) => {
    try {
      return await fn(...given)
    } catch {
      return await fn(...given)
    }
  }

export function logged(fn, name) {
  return function (data, by) {
    console.log(name, by)
    return fn(data, by)
  }
}

export const only =
  (...names) =>
  (data) =>
    Object.fromEntries(names.map((name) => [name, data[name]]))
