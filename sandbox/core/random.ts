/**
 * Chance that repeats. Each use has a stream of its own, so that one more call somewhere does not change the luck of
 * all others, and the same seed gives the same run.
 */
export interface Random {
  /** Numbers from 0 to below 1, one after the other. */
  stream(name: string): () => number
  /** One number that belongs to the name for ever. */
  fixed(name: string): number
}

export function seededRandom(seed: string): Random {
  return {
    stream: (name) => mulberry(hash(`${seed}/${name}`)),
    fixed: (name) => mulberry(hash(`${seed}/${name}`))(),
  }
}

/** FNV-1a with a last stir, since names that differ in one letter are the rule. */
function hash(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d)
  return (sum ^ (sum >>> 13)) >>> 0
}

/** A generator of 32 bits of state, known by this name. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
