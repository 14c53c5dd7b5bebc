import type { Connector } from '#connectors/connector.ts'
import type { Affected } from './deps.ts'
import type { SeenAccount } from './store.ts'

/** What will not go out unless somebody connects the account again. */
export interface Forecast {
  readonly failsAt: Date
  readonly reason: string
  readonly posts: number
  readonly firstPostAt: Date | null
}

/** From when on it will not work, as far as that is known; null: nothing stands against it. */
export function failsFrom(account: SeenAccount, connector: Connector | undefined): { at: Date; reason: string } | null {
  switch (account.status) {
    case 'active':
      // What can be renewed is renewed before it ends.
      if (account.expiresAt === null || (account.renewable && connector?.auth.refresh)) return null
      return { at: account.expiresAt, reason: 'What was granted ends then, and the network renews nothing.' }
    case 'needs_reconnect':
      return { at: account.updatedAt, reason: account.statusWhy ?? 'The account has to be connected again.' }
    case 'disconnected':
      return { at: account.disconnectedAt ?? account.updatedAt, reason: 'The account is no longer connected.' }
    default:
      return account.status satisfies never
  }
}

export const forecastOf = (fails: { at: Date; reason: string } | null, affected: Affected): Forecast | null =>
  fails && affected.total > 0
    ? { failsAt: fails.at, reason: fails.reason, posts: affected.total, firstPostAt: affected.firstAt }
    : null
