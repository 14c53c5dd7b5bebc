import { secretHashOf } from './api-key-text.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** 125 bits as letters and digits, in groups that can be read out. */
export function setupCodeOf(random: Buffer): string {
  const letters = Array.from(random.subarray(0, 25), (byte) => alphabet[byte % 32]).join('')
  return (letters.match(/.{5}/g) ?? []).join('-')
}

/** Capitals, blanks and dashes do not matter: somebody may type it from a screen. */
export const setupCodeHashOf = (code: string): Buffer => secretHashOf(code.toLowerCase().replace(/[^0-9a-z]/g, ''))
