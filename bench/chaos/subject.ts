import type { Connected } from '../posts/people.ts'
import type { Network } from '../posts/publisher.ts'

/** A post, and all that somebody was told of it. */
export interface Subject {
  readonly no: number
  readonly id: string
  readonly targets: readonly Connected[]
  /** The version last acknowledged, and later ones whose answer nobody saw. */
  versions: number[]
  /** When the API said that nothing more of it goes out. */
  withdrawnAt: number | null
  /** Where the API said that it had failed, and when. */
  readonly saidFailed: { readonly network: Network; readonly at: number }[]
}

/** By these words it is known at a network. Plain ones, which every network leaves as they are. */
export const textOf = (run: string, no: number, version: number): string => `chaos ${run} ${no} v${version}`
export const commentOf = (run: string, no: number): string => `aside ${run} ${no}`

export interface Read {
  readonly no: number
  /** Null: a first comment. */
  readonly version: number | null
}

export function readText(run: string, text: string): Read | null {
  const found = new RegExp(`(chaos|aside) ${run} (\\d+)(?: v(\\d+))?`).exec(text)
  if (!found) return null
  return { no: Number(found[2]), version: found[1] === 'aside' ? null : Number(found[3]) }
}
