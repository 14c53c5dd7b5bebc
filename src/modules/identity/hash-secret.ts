import { createHash } from 'node:crypto'

/** Returns the hash to store. The secret is random enough that a plain hash cannot be reversed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns 125 bits as letters and digits, in groups that can be read aloud. */
export function formatCode(random: Buffer): string {
  const letters = Array.from(random.subarray(0, 25), (byte) => alphabet[byte % 32]).join('')
  return (letters.match(/.{5}/g) ?? []).join('-')
}

/**
 * Returns the hash of a code. Case, spaces and dashes do not matter because the user may type the code from a screen.
 */
export const hashCode = (code: string): Buffer => hashSecret(code.toLowerCase().replace(/[^0-9a-z]/g, ''))
