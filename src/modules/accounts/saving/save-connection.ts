import type { Granted, JsonObject, RemoteAccount, Target } from '#connectors/connector.ts'
import type { Tx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import { type AccountId, newId, toWire } from '#kernel/ids.ts'
import { type AuditActor, writeAudit } from '#modules/audit/index.ts'
import { requireRoom } from '#modules/plans/index.ts'
import { type Network, platformIdOf } from '#rules/network-names.ts'
import type { AccountDeps } from '../deps.ts'
import { enqueueEndOfReplaced } from '../grants/end-grant.ts'
import { markAccountLost } from '../grants/lose-grant.ts'
import { deletePageChoice, savePageChoice } from '../grants/page-choice-store.ts'
import { retireGrantIfUnused } from '../grants/retire-grant.ts'
import { sealGrant } from '../grants/sealed-grant.ts'
import {
  findGrantOfConsent,
  type GrantRow,
  insertGrant,
  lockGrant,
  lockGrantOfConsent,
  replaceSecret,
} from '../grants/store.ts'
import type { Mode } from '../network/addresses.ts'
import {
  type AccountRow,
  countAccounts,
  defaultAccount,
  insertAccount,
  listAccountsByIds,
  lockAccountsAround,
  lockAccountsOfGrant,
  lockRemoteAccount,
  updateAccount,
} from '../store.ts'
import type { LockedProfile } from './with-profile-lock.ts'

/**
 * Stores the result of a sign-in at a network. The same account gets the same row, with a fresh grant; an account that
 * was disconnected comes back. One consent is one grant, however many accounts use it: all of them work by the newest,
 * and an account that the newest leaves out stops working. All functions here run under the locks of `withProfileLock`.
 */
export interface NewConnection {
  readonly network: Network
  readonly mode: Mode
  readonly granted: Granted<JsonObject>
  /** All pages that the consent covers; null: exactly one account. */
  readonly pages: readonly Target[] | null
}

type SaveDeps = Pick<AccountDeps, 'clock' | 'seal' | 'emit' | 'queue' | 'plans' | 'connectors'>

/** Stores one account with its grant. Returns the account's id. */
export async function saveConnection(
  deps: SaveDeps,
  tx: Tx,
  locked: LockedProfile,
  connection: NewConnection & { readonly remote: RemoteAccount },
): Promise<AccountId> {
  const known = await findGrantOfConsent(tx, consentOf(locked, connection))
  const slot = await findAccountSlot(deps, tx, locked, connection, known?.id ?? null)
  const grantId = await saveGrant(deps, tx, locked, connection)
  const id = await saveAccount(deps, tx, locked, slot, grantId, connection.remote)
  await applyNewestConsent(
    deps,
    tx,
    locked.actor,
    slot.ofGrant.filter((other) => other.id !== id),
    connection.pages,
  )
  return id
}

/** Stores the grant alone: the user still has to choose which of its pages to connect. */
export async function saveConsent(
  deps: SaveDeps,
  tx: Tx,
  locked: LockedProfile,
  connection: NewConnection,
): Promise<void> {
  const known = await findGrantOfConsent(tx, consentOf(locked, connection))
  const others = known ? await lockAccountsOfGrant(tx, known.id) : []
  const grantId = await saveGrant(deps, tx, locked, connection)
  await applyNewestConsent(deps, tx, locked.actor, others, connection.pages)
  const choice = { grantId, profileId: locked.profile.id, grantedBy: locked.actor.uid, createdAt: deps.clock.now() }
  await savePageChoice(tx, choice)
}

export interface ChosenPage {
  readonly grant: Pick<GrantRow, 'id' | 'network' | 'mode'>
  readonly remote: RemoteAccount
  /** Number of the profile's accounts that are disconnected when this page is connected. */
  readonly leaving: number
}

/** Connects one more page of a stored grant. Returns the account's id. */
export async function saveChosenPage(
  deps: SaveDeps,
  tx: Tx,
  locked: LockedProfile,
  { grant, remote, leaving }: ChosenPage,
): Promise<AccountId> {
  const slot = await findAccountSlot(deps, tx, locked, { ...grant, remote }, null, leaving)
  const { status } = (await lockGrant(tx, grant.id)) ?? { status: 'revoked' }
  if (status !== 'active') {
    refuse('network_refused_credentials', {
      detail: 'The consent was revoked in the meantime. Sign in at the network again.',
    })
  }
  const id = await saveAccount(deps, tx, locked, slot, grant.id, remote)
  await deletePageChoice(tx, grant.id, locked.profile.id)
  return id
}

const consentOf = ({ profile }: LockedProfile, { network, mode, granted }: NewConnection) => ({
  ownerUid: profile.ownerUid,
  network,
  mode,
  principal: granted.principal,
})

interface AccountSlot {
  readonly network: Network
  readonly mode: Mode
  readonly remoteAccountId: string
  /** The account's earlier row on this profile. */
  readonly before: AccountRow | null
  readonly ofGrant: readonly AccountRow[]
}

/** Locks the rows around an account and refuses an account in use or over the plan's limit. */
async function findAccountSlot(
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
    refuse('account_in_use', { detail: 'Another user has connected this account. That user must disconnect it first.' })
  }
  const before = ofRemote.find((one) => one.profileId === profileId) ?? null
  if (before?.disconnectedAt !== null) {
    requireRoom(deps.plans, plan, 'accountsPerProfile', (await countAccounts(tx, profileId)) - leaving)
  }
  return { network, mode, remoteAccountId, before, ofGrant }
}

/** Inserts or updates the grant: one row for each person's consent, however many accounts use it. */
async function saveGrant(deps: SaveDeps, tx: Tx, locked: LockedProfile, connection: NewConnection): Promise<string> {
  const consent = consentOf(locked, connection)
  const { grant, scopes, expiresAt, renewable = true } = connection.granted
  const now = deps.clock.now()
  const known = await lockGrantOfConsent(tx, consent)
  const id = known?.id ?? newId(now)
  const secret = { sealedGrant: sealGrant(deps.seal, id, grant), scopes: [...scopes], expiresAt, renewable }
  if (known) {
    await enqueueEndOfReplaced(deps, tx, known)
    await replaceSecret(tx, id, secret)
  } else await insertGrant(tx, { id, ...consent, ...secret, status: 'active', updatedAt: now })
  return id
}

async function saveAccount(
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
  if (before && before.grantId !== grantId) await retireGrantIfUnused(deps, tx, before.grantId)
  await announceConnected(deps, tx, actor, { id, ownerUid, profileId, network, handle }, before?.status ?? null)
  return id
}

export const pageLeftOut =
  'The last sign-in at the network did not include this page. Sign in again and select this page too.'

/**
 * Updates the other accounts of a grant to its newest consent: an account works again, or is lost when its page was
 * left out.
 */
async function applyNewestConsent(
  deps: SaveDeps,
  tx: Tx,
  actor: AuditActor,
  accounts: readonly AccountRow[],
  pages: readonly Target[] | null,
): Promise<void> {
  const remoteIds = await listAccountsByIds(
    tx,
    accounts.map(({ id }) => id),
  )
  for (const account of accounts) {
    const remoteId = remoteIds.get(account.id)?.remoteId
    if (pages !== null && !pages.some((page) => page.remoteId === remoteId)) {
      if (account.status === 'active') await markAccountLost(deps, tx, account, pageLeftOut)
    } else if (account.status === 'needs_reconnect') {
      await updateAccount(tx, account.id, { status: 'active', statusWhy: null, updatedAt: deps.clock.now() })
      await announceConnected(deps, tx, actor, account, account.status)
    }
  }
}

async function announceConnected(
  deps: SaveDeps,
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
