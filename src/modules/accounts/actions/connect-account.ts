import { CallFailed, type Connector, type Granted, type JsonObject, type RemoteAccount } from '#connectors/connector.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { newId, type ProfileId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { demandRoom } from '#modules/plans/index.ts'
import { type AccessibleProfile, lockPerson, profileFor } from '#modules/profiles/index.ts'
import type { Mode } from '../addresses.ts'
import { chooseMode, type Whereabouts } from '../choose-mode.ts'
import type { AccountDeps } from '../deps.ts'
import { giveBackUnused } from '../give-back.ts'
import { findGrantOf, type GrantRow, insertGrant, peekGrantOf, replaceSecret } from '../grant-store.ts'
import { httpFor } from '../http-for.ts'
import { type PresentedAccount, presentAccount } from '../present.ts'
import { refusalOf } from '../refusal-of.ts'
import { sealGrant } from '../sealed-grant.ts'
import {
  type AccountRow,
  countAccounts,
  defaultAccount,
  findAccount,
  insertAccount,
  keepRemoteAccount,
  lockAccountsAround,
  updateAccount,
} from '../store.ts'

export interface ConnectWish {
  readonly network: string
  readonly profileId: ProfileId
  /** What the network wants to know, secrets included: handed on, and kept nowhere but in what it grants for them. */
  readonly fields: JsonObject
  readonly whereabouts: Whereabouts
}

const callsMs = seconds(30)

/**
 * Signs in to a network for a person and connects who they are there to a profile. The same account again is the same
 * row, with a fresh grant; one that was disconnected comes back. So asking twice does no harm.
 */
export async function connectAccount(deps: AccountDeps, caller: Caller, wish: ConnectWish): Promise<PresentedAccount> {
  const { network, profileId, whereabouts } = wish
  const connector = deps.connectors[network]
  if (!connector) throw new Error(`there is no connector for ${network}`)
  const mode = chooseMode(deps, network, whereabouts)
  const { ownerUid } = await profileFor(deps.db, caller, profileId, 'admin')
  const arrival = await signInThere(deps, connector, wish, mode)
  return await inTx(deps.db, async (tx) => {
    // Before the profile's lock, for everybody; under both, two calls take two places, and one consent is one row.
    const owner = (await lockPerson(tx, ownerUid)) ?? refuse('profile_not_found')
    const profile = await profileFor(tx, caller, profileId, 'admin')
    const id = await keepArrival(deps, tx, caller, profile, { ...arrival, network, mode, plan: owner.plan })
    const account = await findAccount(tx, id, false)
    if (!account) throw new Error('an account that was just kept is there')
    return await presentAccount({ ...deps, db: tx }, account)
  })
}

interface Arrival {
  readonly granted: Granted<JsonObject>
  readonly remote: RemoteAccount
}

async function signInThere(deps: AccountDeps, connector: Connector, wish: ConnectWish, mode: Mode): Promise<Arrival> {
  const { connect, whoami } = connector.auth
  if (!connect) throw new Error(`${wish.network} is not connected directly`)
  const deadline = after(deps.clock.now(), callsMs)
  const signal = new AbortController().signal
  const http = httpFor(deps, { network: wish.network, mode, deadline, signal, fresh: false })
  try {
    const granted = await connect(http, wish.fields)
    return { granted, remote: await whoami(http, granted.grant) }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    throw refusalOf(connector, error.failure, wish.whereabouts.url !== undefined, deps.clock.now())
  }
}

interface Kept extends Arrival {
  readonly network: string
  readonly mode: Mode
  /** Of the profile's owner. */
  readonly plan: string
}

async function keepArrival(deps: AccountDeps, tx: Tx, caller: Caller, profile: AccessibleProfile, kept: Kept) {
  const { network, mode, granted, remote, plan } = kept
  const { ownerUid, id: profileId } = profile
  const now = deps.clock.now()
  const remoteAccountId = await keepRemoteAccount(tx, { network, mode, remoteId: remote.remoteId }, now)
  const consent = { ownerUid, network, mode, principal: granted.principal }
  const known = await peekGrantOf(tx, consent)
  const { ofRemote, ofGrant } = await lockAccountsAround(tx, remoteAccountId, known?.id ?? null)
  if (ofRemote.some((other) => other.disconnectedAt === null && other.ownerUid !== ownerUid)) {
    refuse('account_in_use', { detail: 'Whoever connected it must disconnect it before you can.' })
  }
  const before = ofRemote.find((one) => one.profileId === profileId) ?? null
  if (before?.disconnectedAt !== null) {
    demandRoom(deps.plans, plan, 'accountsPerProfile', await countAccounts(tx, profileId))
  }
  const grantId = await keepGrant(deps, tx, consent, granted)

  const isDefault = before?.disconnectedAt === null ? before.isDefault : !(await defaultAccount(tx, profileId, network))
  const { handle, displayName, avatar, facts } = remote
  const seen = { grantId, handle, displayName, avatar, isDefault, connectedBy: caller.uid }
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
    await insertAccount(tx, { ...born, ...seen, ...working, facts })
  }
  if (before && before.grantId !== grantId) await giveBackUnused(deps, tx, before.grantId)
  await tell(deps, tx, caller, { id, ownerUid, profileId, network, handle }, before?.status ?? null)
  // What shares the grant works again, too.
  for (const other of ofGrant) {
    if (other.id === id || other.status !== 'needs_reconnect') continue
    await updateAccount(tx, other.id, { status: 'active', statusWhy: null, updatedAt: now })
    await tell(deps, tx, caller, other, other.status)
  }
  return id
}

/** One row for each person's consent, whatever it is used for. */
async function keepGrant(
  deps: AccountDeps,
  tx: Tx,
  consent: Pick<GrantRow, 'ownerUid' | 'network' | 'mode' | 'principal'>,
  { grant, scopes, expiresAt }: Granted<JsonObject>,
): Promise<string> {
  const now = deps.clock.now()
  const known = await findGrantOf(tx, consent)
  const id = known?.id ?? newId(now)
  const secret = { sealedGrant: sealGrant(deps.seal, id, grant), scopes: [...scopes], expiresAt }
  if (known) await replaceSecret(tx, id, secret)
  else await insertGrant(tx, { id, ...consent, ...secret, status: 'active', updatedAt: now })
  return id
}

async function tell(
  deps: AccountDeps,
  tx: Tx,
  caller: Caller,
  account: Pick<AccountRow, 'id' | 'ownerUid' | 'profileId' | 'network' | 'handle'>,
  from: AccountRow['status'] | null,
): Promise<void> {
  const { id: accountId, ownerUid, profileId, network: platform, handle } = account
  await deps.emit(tx, { type: 'account.connected', ownerUid, profileId, accountId, platform, handle })
  await writeAudit(tx, {
    at: deps.clock.now(),
    caller,
    ownerUid,
    action: 'account.connected',
    subject: toWire('acc', accountId),
    changes: {
      profileId: { from: null, to: toWire('prof', profileId) },
      platform: { from: null, to: platform },
      handle: { from: null, to: handle },
      status: { from, to: 'active' },
    },
  })
}
