import { createHash } from 'node:crypto'

const alphabet = '234567abcdefghijklmnopqrstuvwxyz'
/** The maximum time shift of a key: 20 bits of microseconds, a little over a second. */
const spread = 1n << 20n

/**
 * Derives the record key of a part: 53 bits of microseconds and 10 bits of clock id. Because the key is derived, every
 * attempt names the same record. One account may create many posts in the same millisecond; 30 bits of the
 * publication's own key keep them apart. The key's time is never later than the creation time, and the parts of a
 * thread are in order.
 */
export function tidOf(born: Date, key: string, part: number): string {
  const digest = BigInt(createHash('sha256').update(key).digest().readUInt32BE(0))
  const micros = BigInt(born.getTime()) * 1_000n - spread + (digest & (spread - 1n)) + BigInt(part)
  return encode((micros << 10n) | (digest >> 22n))
}

function encode(value: bigint): string {
  let rest = value
  let text = ''
  for (let place = 0; place < 13; place += 1) {
    text = alphabet[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return text
}
