/**
 * Repeatable randomness: the same seed gives the same run. Each use has its own stream, so that an additional call in
 * one place does not change the numbers elsewhere.
 */
export interface Random {
  /** Returns a generator of numbers from 0 to below 1. */
  stream(name: string): () => number
  /** Returns the number that belongs to this name. */
  fixed(name: string): number
}

export function seededRandom(seed: string): Random {
  return {
    stream: (name) => mulberry(hash(`${seed}/${name}`)),
    fixed: (name) => mulberry(hash(`${seed}/${name}`))(),
  }
}

/** FNV-1a with a final mix, because many names differ in only one letter. */
function hash(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d)
  return (sum ^ (sum >>> 13)) >>> 0
}

/** Mulberry32: a generator with 32 bits of state. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
