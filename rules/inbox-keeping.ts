import type { Network } from './network-names.ts'

/**
 * The times for which the inbox stores what other people said: texts, files and names. Networks that limit them further
 * have an entry. Later, only the network's IDs stay, so that the same words are not stored again.
 */
interface Keeping {
  /** The time since a conversation was marked as done and nothing more was said or changed. */
  readonly doneMs: number
  /** The time since a conversation that was never done last changed. */
  readonly openMs: number
  /** The time since an item was last read from the network. Omitted if the network sets no limit. */
  readonly readMs?: number
  /** The time between looks at an item of an open conversation. Omitted if it grows with the item's age. */
  readonly lookMs?: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const usual: Keeping = { doneMs: 180 * dayMs, openMs: 730 * dayMs }

const limited: Readonly<Partial<Record<Network, Partial<Keeping>>>> = {
  // YouTube API Services, Developer Policies: stored data is refreshed or deleted after 30 days.
  youtube: { readMs: 30 * dayMs },
  // X Developer Policy: what was deleted, protected or suspended is removed within 24 hours. Each look costs money.
  x: { readMs: dayMs, lookMs: 20 * hourMs },
}

export const keepingOn = (network: Network): Keeping => ({ ...usual, ...limited[network] })
