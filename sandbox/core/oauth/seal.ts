import { createHmac } from 'node:crypto'
import type { World } from '../network.ts'

/** Signed values that contain their own data. To clients, they are as opaque as any token. */
export interface Seal<Row> {
  seal(row: Row): string
  /** Returns null for a value that was not sealed here, or was sealed before a reset. */
  open(sealed: string): Row | null
  /** Returns the signature of a text, such as the secret for a client ID. */
  sign(text: string): string
}

interface SealForm {
  readonly prefix?: string
  /** `hex` creates values consisting only of letters and digits. */
  readonly encoding?: 'base64url' | 'hex'
}

/**
 * Creates a seal whose key is derived from the seed. A sandbox restarted with the same seed therefore accepts earlier
 * tokens, and no account has to reconnect. It does not know whether a token was used or revoked.
 */
export function createSeal<Row>(
  world: World,
  name: string,
  { prefix = '', encoding = 'base64url' }: SealForm = {},
): Seal<Row> {
  const joint = encoding === 'hex' ? 'Z' : '.'
  const sign = (text: string) =>
    createHmac('sha256', `${name}/${world.random.fixed(`${name}/seal`)}`)
      .update(text)
      .digest(encoding)
  return {
    sign,
    seal(row) {
      const text = Buffer.from(JSON.stringify(row)).toString(encoding)
      return `${prefix}${text}${joint}${sign(text)}`
    },
    open(sealed) {
      if (world.afterReset || !sealed.startsWith(prefix)) return null
      const [text = '', signature] = sealed.slice(prefix.length).split(joint)
      if (signature !== sign(text)) return null
      // The signature proves that the sandbox created the row, so its shape is known.
      return JSON.parse(Buffer.from(text, encoding).toString('utf8')) as Row
    },
  }
}
