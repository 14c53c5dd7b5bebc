import type { RemoteAccount } from '#connectors/connector.ts'
import type { Tx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import { type AccountId, newId, toWire } from '#kernel/ids.ts'
import { type AuditActor, writeAudit } from '#modules/audit/index.ts'
import { requireRoom } from '#modules/plans/index.ts'
import type { Mode } from '#rules/modes.ts'
import { type Network, platformIdOf } from '#rules/network-names.ts'
import type { AccountDeps } from '../deps.ts'
import { fetchAccountFace } from '../faces/fetch-account-face.ts'
import { retireGrantIfUnused } from '../grants/end-grant.ts'
import { type AccountRow, countAccounts, defaultAccount, insertAccount, updateAccount } from '../store/accounts.ts'
import { lockAccountsAround, lockRemoteAccount } from '../store/locks.ts'
import type { LockedProfile } from './with-profile-lock.ts'

export type SaveDeps = Pick<AccountDeps, 'clock' | 'seal' | 'emit' | 'queue' | 'plans' | 'connectors'>

/** The slot of an account on a profile, with the related rows locked. */
interface AccountSlot {
  readonly network: Network
  readonly mode: Mode
  readonly remoteAccountId: string
  /** The account's earlier row on this profile. */
  readonly before: AccountRow | null
  readonly ofGrant: readonly AccountRow[]
}

/** Locks the rows related to an account, and refuses an account that is in use or exceeds the plan's limit. */
export async function findAccountSlot(
  deps: SaveDeps,
  tx: Tx,
  { profile: { id: profileId, ownerUid }, plan }: LockedProfile,
  { network, mode, remote }: { readonly network: Network; readonly mode: Mode; readonly remote: RemoteAccount },
  grantId: string | null,
  leaving = 0,
): Promise<AccountSlot> {
  const remoteAccountId = await lockRemoteAccount(tx, { network, mode, remoteId: remote.remoteId }, deps.clock.now())
  const { ofRemote, ofGrant } = await lockAccountsAround(tx, remoteAccountId, grantId)
  if (ofRemote.some((other) => other.disconnectedAt === null && other.ownerUid !== ownerUid)) {
    refuse('account_in_use', {
      detail: 'Someone else has already connected this account. They need to disconnect it first.',
    })
  }
  const before = ofRemote.find((one) => one.profileId === profileId) ?? null
  if (before?.disconnectedAt !== null) {
    requireRoom(deps.plans, plan, 'accountsPerProfile', (await countAccounts(tx, profileId)) - leaving)
  }
  return { network, mode, remoteAccountId, before, ofGrant }
}

/** Inserts the account into its slot, or updates the existing row. */
export async function saveAccount(
  deps: SaveDeps,
  tx: Tx,
  { profile: { id: profileId, ownerUid }, actor }: LockedProfile,
  { network, mode, remoteAccountId, before }: AccountSlot,
  grantId: string,
  { handle, displayName, avatar, facts }: RemoteAccount,
): Promise<AccountId> {
  const now = deps.clock.now()
  const isDefault = before?.disconnectedAt === null ? before.isDefault : !(await defaultAccount(tx, profileId, network))
  const seen = { grantId, handle, displayName, avatar, isDefault, connectedBy: actor.uid }
  const working = {
    status: 'active',
    statusWhy: null,
    statusWhyCode: null,
    updatedAt: now,
    lastCheckedAt: now,
    disconnectedAt: null,
  } as const
  const id = before?.id ?? newId<'acc'>(now)
  if (before) await updateAccount(tx, id, { ...seen, ...working, facts })
  else {
    const born = { id, ownerUid, profileId, remoteAccountId, network, mode, createdAt: now }
    await insertAccount(tx, { ...born, ...seen, ...working, facts, settings: {} })
  }
  await deps.queue.enqueue(tx, fetchAccountFace, { accountId: id }, { key: id })
  if (before && before.grantId !== grantId) await retireGrantIfUnused(deps, tx, before.grantId)
  await announceConnected(deps, tx, actor, { id, ownerUid, profileId, network, handle }, before?.status ?? null)
  return id
}

/** Emits `account.connected` and writes its audit entry. */
async function announceConnected(
  deps: Pick<AccountDeps, 'clock' | 'emit'>,
  tx: Tx,
  caller: AuditActor,
  account: Pick<AccountRow, 'id' | 'ownerUid' | 'profileId' | 'network' | 'handle'>,
  from: AccountRow['status'] | null,
): Promise<void> {
  const { id: accountId, ownerUid, profileId, network, handle } = account
  await deps.emit(tx, { type: 'account.connected', ownerUid, profileId, accountId, network, handle })
  await writeAudit(tx, {
    at: deps.clock.now(),
    caller,
    ownerUid,
    action: 'account.connected',
    subject: toWire('acc', accountId),
    changes: {
      profileId: { from: null, to: toWire('prof', profileId) },
      platform: { from: null, to: platformIdOf(network) },
      handle: { from: null, to: handle },
      status: { from, to: 'active' },
    },
  })
}
