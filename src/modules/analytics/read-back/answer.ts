import type { ReadBack } from '#connectors/contract/read-back.ts'

/** Reasons why a post was not read back from its network. */
export const unreadReasons = [
  'not_published',
  'no_id',
  'network_closed',
  'reads_cost',
  'account_lost',
  'network_away',
] as const

export interface Unread {
  readonly reason: (typeof unreadReasons)[number]
  readonly detail: string
}

/** The response of a network, or the reason why it was not queried. */
export interface Answer {
  readonly readAt: Date
  readonly unread: Unread | null
  readonly parts: readonly { readonly part: number; readonly is: ReadBack }[]
}
