/** Seeded draws, the same on every machine. */
export class Random {
  #state

  constructor(seed) {
    this.#state = seed
  }

  unit() {
    this.#state = (this.#state * 1103515245 + 12345) & 0x7fffffff
    return this.#state / 0x7fffffff
  }

  integer(least, most) {
    return least + Math.floor(this.unit() * (most - least + 1))
  }

  pick(values) {
    return values[this.integer(0, values.length - 1)]
  }

  letters(length = this.integer(4, 9), alphabet = 'abcdefghijklmnopqrstuvwxyz') {
    return Array.from({ length }, () => this.pick(alphabet)).join('')
  }

  shuffled(values) {
    const all = [...values]
    for (let last = all.length - 1; last > 0; last--) {
      const other = this.integer(0, last)
      ;[all[last], all[other]] = [all[other], all[last]]
    }
    return all
  }
}
