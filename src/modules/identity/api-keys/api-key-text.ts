import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * The format of an API key: `ph_`, 32 random letters and digits (190 bits), and 6 check characters. A mistyped or
 * truncated key is rejected without a query, and scanners of public code can distinguish our keys from lookalikes.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^ph_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

export const apiKeyPrefix = 'ph_'

export function newApiKeyText(): string {
  const random = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return apiKeyPrefix + random + computeChecksum(random)
}

export function isApiKeyText(text: string): boolean {
  const [, random, checksum] = shape.exec(text) ?? []
  return random !== undefined && computeChecksum(random) === checksum
}

/** Returns the first characters of the key, which let a user recognize it in lists. */
export const displayPrefix = (key: string): string => key.slice(0, 10)

function computeChecksum(random: string): string {
  let rest = crc32(apiKeyPrefix + random)
  let text = ''
  for (let place = 0; place < 6; place++) {
    text = alphabet[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
