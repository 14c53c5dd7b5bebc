import { randomInt } from 'node:crypto'
import type { Seal } from '#infra/seal/seal.ts'

/** Letters that neither spell words nor look like digits (RFC 8628, section 6.1): eight of them encode 34 bits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** Returns a code that a user can type on a phone, such as `WDJB-MJHT`. */
export function newUserCode(): string {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/**
 * Returns the stored form of a code. A plain hash of such a short text could be reversed. Case and dashes do not
 * matter.
 */
export const macOfUserCode = (seal: Pick<Seal, 'hmac'>, code: string): Buffer =>
  seal.hmac('device user code', code.toUpperCase().replaceAll(/[^A-Z]/g, ''))
