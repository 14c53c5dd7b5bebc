/** Pseudorandom numbers. The same seed gives the same data. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** Returns a number between two others. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<One>(list: readonly [One, ...One[]]): One
  /** Returns a factor around 1. Half of the factors are below 1, and few are far from it. */
  factor(spread: number): number
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    factor: (spread) => Math.exp((next() + next() + next() - 1.5) * spread),
  }
}
