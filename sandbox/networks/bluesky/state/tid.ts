/**
 * Record keys of posts: 53 bits of microseconds and 10 bits of a clock ID, in an alphabet that sorts like the number.
 */
const alphabet = '234567abcdefghijklmnopqrstuvwxyz'

export const isTid = (key: string): boolean => /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/.test(key)

/** Creates keys that always increase, even within one microsecond. */
export function createTids(nowMs: () => number): () => string {
  let last = 0
  return () => {
    last = Math.max(last + 1, nowMs() * 1_000)
    let rest = (BigInt(last) << 10n) | 17n
    let text = ''
    for (let place = 0; place < 13; place += 1) {
      text = alphabet[Number(rest & 31n)] + text
      rest >>= 5n
    }
    return text
  }
}
