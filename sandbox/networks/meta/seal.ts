import { createHmac } from 'node:crypto'
import type { World } from '../../core/network.ts'

/** What a token stands for, in a form that JSON can hold. */
type Row = readonly unknown[]

export interface Seal<R extends Row> {
  seal(row: R): string
  /** Null: it was not sealed here, or before a reset. */
  open(sealed: string): R | null
}

/** Signs what tokens stand for with a secret made of the seed, so that another run with the same seed knows them. */
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
      // It has the shape that we gave it.
      return JSON.parse(Buffer.from(text, 'hex').toString('utf8')) as R
    },
  }
}
