import type { Connector } from '#connectors/connector.ts'
import type { Affected } from '../deps.ts'
import type { SeenAccount } from '../store/accounts.ts'

/** The posts that will not be published unless the account is reconnected. */
export interface Forecast {
  readonly failsAt: Date
  readonly reason: string
  readonly posts: number
  readonly firstPostAt: Date | null
}

/** Returns when an account will stop being able to publish, as far as known. Null if it can publish. */
export function expectFailure(
  account: SeenAccount,
  connector: Connector | undefined,
): { at: Date; reason: string } | null {
  switch (account.status) {
    case 'active':
      // A renewable grant is renewed before it expires.
      if (account.expiresAt === null || (account.renewable && connector?.auth.refresh)) return null
      return { at: account.expiresAt, reason: 'Access expires then and can’t be renewed.' }
    case 'needs_reconnect':
      return { at: account.updatedAt, reason: account.statusWhy ?? 'The account must be reconnected.' }
    case 'disconnected':
      return { at: account.disconnectedAt ?? account.updatedAt, reason: 'The account is no longer connected.' }
    default:
      return account.status satisfies never
  }
}

export const toForecast = (fails: { at: Date; reason: string } | null, affected: Affected): Forecast | null =>
  fails && affected.total > 0
    ? { failsAt: fails.at, reason: fails.reason, posts: affected.total, firstPostAt: affected.firstAt }
    : null
