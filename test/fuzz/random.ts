/** A seeded source of choices (mulberry32). The same seed always gives the same schema and the same bodies. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** Another source from here on, which leaves the choices of this one as they are; one of its own for each number. */
  fork(nth = 0): Random {
    return new Random(this.#state + nth)
  }

  /** An integer in [0, below). */
  int(below: number): number {
    return Math.floor(this.next() * below)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(items.length)]
    if (item === undefined && items.length === 0) throw new RangeError('nothing to pick from')
    return item as Item
  }
}
