import type { JsonObject } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import type { AccountId, ProfileId, UserId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import type { Mode } from './network/addresses.ts'
import { listAccounts, listAccountsByIds, type SeenAccount } from './store.ts'

/** An account with the fields that publishing needs. */
export interface AccountForPublishing {
  readonly id: AccountId
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly remoteAccountId: string
  /** The network's own id of the account. */
  readonly remoteId: string
  readonly network: Network
  readonly mode: Mode
  readonly handle: string
  readonly facts: JsonObject
  /** Default choices of the account's posts. */
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

/** Lists the connected accounts of a profile in the order in which they were connected. */
export async function listProfileAccounts(db: Db, profileId: ProfileId): Promise<AccountForPublishing[]> {
  return (await listAccounts(db, profileId, { disconnectedToo: false })).map(forPublishing)
}

/** Returns accounts by id, disconnected ones too. */
export async function readAccountsByIds(
  db: Db,
  ids: readonly AccountId[],
): Promise<Map<AccountId, AccountForPublishing>> {
  return new Map([...(await listAccountsByIds(db, ids))].map(([id, row]) => [id, forPublishing(row)]))
}
