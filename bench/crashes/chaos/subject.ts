import type { Connected } from '../../posts/people.ts'
import type { Network } from '../../posts/publisher.ts'

/** A post, with everything that was reported to its user. */
export interface Subject {
  readonly no: number
  readonly id: string
  readonly targets: readonly Connected[]
  /** The version last acknowledged, and later ones whose response was lost. */
  versions: number[]
  /** The time at which the API confirmed that nothing more would be published. */
  withdrawnAt: number | null
  /** The failures that the API reported, with their times. */
  readonly saidFailed: { readonly network: Network; readonly at: number }[]
}

/** The text that identifies a post at a network. It is plain, so that every network leaves it unchanged. */
export const textOf = (run: string, no: number, version: number): string => `chaos ${run} ${no} v${version}`
export const commentOf = (run: string, no: number): string => `aside ${run} ${no}`

interface Read {
  readonly no: number
  /** Null for a first comment. */
  readonly version: number | null
}

export function readText(run: string, text: string): Read | null {
  const found = new RegExp(`(chaos|aside) ${run} (\\d+)(?: v(\\d+))?`).exec(text)
  if (!found) return null
  return { no: Number(found[2]), version: found[1] === 'aside' ? null : Number(found[3]) }
}
