import { createHash } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Returns the key of a part: 26 characters, the same on every try and on a retry that resumes an earlier publication.
 */
export function partKey(keyOf: string, part: number): string {
  let rest = BigInt(`0x${createHash('sha256').update(`${keyOf}:${part}`).digest('hex').slice(0, 33)}`)
  let text = ''
  for (let place = 0; place < 26; place++) {
    text += alphabet[Number(rest & 31n)]
    rest >>= 5n
  }
  return text
}
