import type { Granted, JsonObject, Loss, RemoteAccount, Target } from '#connectors/connector.ts'
import type { Tx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import { type AccountId, newId } from '#kernel/ids.ts'
import type { AuditActor } from '#modules/audit/index.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import { markAccountLost, reactivateAccountFor } from '../account-status.ts'
import { enqueueEndOfReplaced } from '../grants/end-grant.ts'
import { deletePageChoice, savePageChoice } from '../grants/page-choice-store.ts'
import { sealGrant } from '../grants/sealed-grant.ts'
import {
  findGrantOfConsent,
  type GrantRow,
  insertGrant,
  lockGrant,
  lockGrantOfConsent,
  replaceSecret,
} from '../grants/store.ts'
import { type AccountRow, listAccountsByIds } from '../store/accounts.ts'
import { lockAccountsOfGrant } from '../store/locks.ts'
import { findAccountSlot, type SaveDeps, saveAccount } from './account-slot.ts'
import type { LockedProfile } from './with-profile-lock.ts'

/**
 * Stores the result of a sign-in to a network. The same account gets the same row with a fresh grant. A disconnected
 * account is restored. One consent is one grant, regardless of how many accounts use it: all of them use the newest
 * consent, and an account that it omits stops working. All functions here run under the locks of `withProfileLock`.
 */
interface NewConnection {
  readonly network: Network
  readonly mode: Mode
  readonly granted: Granted<JsonObject>
  /** All pages that the consent covers. Null if it covers exactly one account. */
  readonly pages: readonly Target[] | null
}

/** Stores one account with its grant. Returns the account's ID. */
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

/** Stores only the grant: the user still has to choose which of its pages to connect. */
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

interface ChosenPage {
  readonly grant: Pick<GrantRow, 'id' | 'network' | 'mode'>
  readonly remote: RemoteAccount
  /** The number of the profile's accounts that are disconnected when this page is connected. */
  readonly leaving: number
}

/** Connects another page of a stored grant. Returns the account's ID. */
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
      detail: 'Access was revoked. Sign in to the network again.',
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

/** Inserts or updates the grant: one row for each person's consent, regardless of how many accounts use it. */
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

export const pageLeftOut: Loss = {
  code: 'page_left_out',
  why: 'You didn’t select this page when you last signed in. Sign in again and select it.',
}

/**
 * Updates the other accounts of a grant to its newest consent: an account works again, or is lost if its page was
 * omitted.
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
      await reactivateAccountFor(deps, tx, actor, account)
    }
  }
}
