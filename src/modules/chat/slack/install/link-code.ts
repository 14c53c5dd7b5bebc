import { createHash } from 'node:crypto'

/** Letters and digits that nobody takes for one another. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 10

/** Creates a code of 50 bits, which works once and for ten minutes. */
export const newLinkCode = (random: (bytes: number) => Buffer): string =>
  Array.from(random(length), (byte) => alphabet[byte % alphabet.length]).join('')

/** Returns the hash of a code. Case, spaces and dashes do not matter: people type it. */
export const hashLinkCode = (code: string): Buffer =>
  createHash('sha256')
    .update(`slack code ${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`)
    .digest()
