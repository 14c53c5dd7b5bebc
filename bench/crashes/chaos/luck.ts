/** Repeatable randomness: the same seed draws the same values, provided that events happen in the same order. */
export interface Luck {
  /** Returns a number from 0 to 1. */
  next(): number
  between(least: number, most: number): number
  whole(least: number, most: number): number
  happens(probability: number): boolean
  oneOf<Item>(items: readonly Item[]): Item
  /** Returns `count` random items. */
  some<Item>(items: readonly Item[], count: number): Item[]
}

export function createLuck(seed: number): Luck {
  let state = seed >>> 0
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + next() * (most - least)
  const whole = (least: number, most: number): number => Math.floor(between(least, most + 1))
  return {
    next,
    between,
    whole,
    happens: (probability) => next() < probability,
    oneOf(items) {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new Error('no items to choose from')
      return item
    },
    some(items, count) {
      const left = [...items]
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(whole(0, left.length - 1), 1),
      ).flat()
    },
  }
}
