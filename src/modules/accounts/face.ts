import type { JsonObject } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import type { AccountId, ProfileId, UserId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import type { Mode } from './addresses.ts'
import { listAccounts, type SeenAccount, seenByIds } from './store.ts'

/** An account as those need it who publish. */
export interface AccountForPublishing {
  readonly id: AccountId
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly remoteAccountId: string
  /** The network's own id of it. */
  readonly remoteId: string
  readonly network: Network
  readonly mode: Mode
  readonly handle: string
  readonly facts: JsonObject
  /** What its posts choose where they choose nothing themselves. */
  readonly settings: JsonObject
  readonly status: 'active' | 'needs_reconnect' | 'disconnected'
  readonly isDefault: boolean
}

const forPublishing = (row: SeenAccount): AccountForPublishing => ({
  id: row.id,
  ownerUid: row.ownerUid,
  profileId: row.profileId,
  remoteAccountId: row.remoteAccountId,
  remoteId: row.remoteId,
  network: row.network,
  mode: row.mode,
  handle: row.handle,
  facts: row.facts,
  settings: row.settings,
  status: row.status,
  isDefault: row.isDefault,
})

/** Those that are connected, in the order in which they were. */
export async function accountsOfProfile(db: Db, profileId: ProfileId): Promise<AccountForPublishing[]> {
  return (await listAccounts(db, profileId, { disconnectedToo: false })).map(forPublishing)
}

/** Those that were ever connected. */
export async function accountsByIds(db: Db, ids: readonly AccountId[]): Promise<Map<AccountId, AccountForPublishing>> {
  return new Map([...(await seenByIds(db, ids))].map(([id, row]) => [id, forPublishing(row)]))
}
