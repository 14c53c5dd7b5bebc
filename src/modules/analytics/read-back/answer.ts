import type { ReadBack } from '#connectors/contract/read-back.ts'

/** Reasons for which a network does not give a post back. */
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

/** Answer of a network that was asked, or the reason why it was not. */
export interface Answer {
  readonly readAt: Date
  readonly unread: Unread | null
  readonly parts: readonly { readonly part: number; readonly is: ReadBack }[]
}
