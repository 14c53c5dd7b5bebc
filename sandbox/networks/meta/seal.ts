import { createHmac } from 'node:crypto'
import type { World } from '../../core/network.ts'

/** The contents of a token, as JSON can hold them. */
type Row = readonly unknown[]

export interface Seal<R extends Row> {
  seal(row: R): string
  /** Returns null for a token that was not sealed here, or was sealed before a reset. */
  open(sealed: string): R | null
}

/**
 * Creates a seal that signs the contents of tokens with a secret derived from the seed, so that another run with the
 * same seed accepts them.
 */
export function sealOf<R extends Row>(world: World, network: string, prefix: string): Seal<R> {
  const signed = (text: string) =>
    createHmac('sha256', `${network}/${world.random.fixed(`${network}/seal`)}`)
      .update(text)
      .digest('hex')
  return {
    seal(row) {
      const text = Buffer.from(JSON.stringify(row)).toString('hex')
      return `${prefix}${text}Z${signed(text)}`
    },
    open(sealed) {
      if (world.afterReset || !sealed.startsWith(prefix)) return null
      const [text = '', signature] = sealed.slice(prefix.length).split('Z')
      if (signature !== signed(text)) return null
      // The signature shows that the sandbox wrote the row, so its shape is known.
      return JSON.parse(Buffer.from(text, 'hex').toString('utf8')) as R
    },
  }
}
