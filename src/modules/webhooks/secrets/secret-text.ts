import { randomBytes } from 'node:crypto'
import { secretPrefix } from './sign.ts'

const freshBytes = 32
const bytesMin = 24
const bytesMax = 64
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export const newSecret = (): string => `${secretPrefix}${randomBytes(freshBytes).toString('base64')}`

/** True for `whsec_` and the base64 of 24 to 64 bytes, which every library of Standard Webhooks reads. */
export function isSecret(text: string): boolean {
  if (!text.startsWith(secretPrefix)) return false
  const coded = text.slice(secretPrefix.length)
  const { length } = Buffer.from(coded, 'base64')
  return base64.test(coded) && length >= bytesMin && length <= bytesMax
}
