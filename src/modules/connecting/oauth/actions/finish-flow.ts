import type { Granted, JsonObject, RemoteAccount } from '#connectors/connector.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'
import { readAccountsByIds, saveConnection, saveConsent, withProfileLock } from '#modules/accounts/index.ts'
import { callerOfUser } from '#modules/identity/index.ts'
import { findConnectInviter, refuseInvite, spendConnectInvite } from '#modules/profiles/index.ts'
import { type Network, platformFields } from '#rules/network-names.ts'
import type { ConnectingDeps } from '../../deps.ts'
import { endIfUnused } from '../../end-if-unused.ts'
import { presentPages, type ShownPage } from '../../pages/actions/list-pages.ts'
import { hashSecret } from '../flow-secrets.ts'
import { type CallbackParams, type Consent, readConsent, redeemCode } from '../sign-in.ts'
import { deleteFlow, type FlowRow } from '../store.ts'

/** Takes the flow of a person who comes back, so that it works once. Null if this person has no flow. */
export async function consumeFlow(
  deps: Pick<ConnectingDeps, 'db'>,
  network: Network,
  state: string,
  who: { readonly cookie: string | undefined; readonly caller: Caller | null },
): Promise<FlowRow | null> {
  const browserHash = who.cookie === undefined ? null : hashSecret(who.cookie)
  const flow = await deleteFlow(deps.db, { network, stateHash: hashSecret(state), browserHash })
  if (!flow) return null
  // A signed-in user must be the user who started the flow, unless the flow started with an invitation.
  const isAnother = who.caller !== null && flow.inviteId === null && who.caller.uid !== flow.uid
  return isAnother ? null : flow
}

export interface Connected {
  readonly platform: string
  readonly network: Network
  readonly profileId: ProfileId
  /** Null if the user still has to choose a page. */
  readonly accountId: AccountId | null
  readonly handle: string | null
  readonly choose: 'page' | null
  readonly pages: ShownPage[] | null
}

/** Connects the account that the person authorized, or stores the consent until a page is chosen. */
export async function finishFlow(
  deps: ConnectingDeps,
  flow: FlowRow,
  back: CallbackParams,
  requestId: string,
): Promise<Connected> {
  const { network } = flow
  const connector = deps.connectors[network]
  if (!connector) return refuse('network_unsupported')
  const people = await findPeople(deps, flow, requestId)
  const granted = await redeemCode(deps, connector, flow, back)
  return await endIfUnused(deps, flow, granted, async () => {
    const consent = await readConsent(deps, connector, flow, granted)
    const remote = await pickAccount(deps, flow, consent)
    return await save(deps, flow, people, { granted, pages: consent.pages, remote })
  })
}

interface People {
  readonly actor: Caller
  /** The caller whose permission counts: the actor, or the user who invited them. */
  readonly caller: Caller
}

/**
 * Returns the people behind a flow. Their rights were checked at the start of the flow; `withProfileLock` checks them
 * again.
 */
async function findPeople(deps: ConnectingDeps, { uid, inviteId }: FlowRow, requestId: string): Promise<People> {
  const actor = (await callerOfUser(deps, uid, requestId)) ?? refuse('user_disabled')
  if (inviteId === null) return { actor, caller: actor }
  const inviter = (await findConnectInviter(deps.db, inviteId, deps.clock.now())) ?? refuseInvite()
  return { actor, caller: (await callerOfUser(deps, inviter, requestId)) ?? refuseInvite() }
}

function save(
  deps: ConnectingDeps,
  { network, mode, profileId, inviteId }: FlowRow,
  people: People,
  { remote, ...signedIn }: Consent & { readonly granted: Granted<JsonObject> },
): Promise<Connected> {
  return withProfileLock(deps, { profileId, ...people }, async (tx, locked) => {
    if (inviteId !== null) await spendConnectInvite(tx, profileId, inviteId, deps.clock.now())
    const connection = { network, mode, ...signedIn }
    if (remote) {
      const accountId = await saveConnection(deps, tx, locked, { ...connection, remote })
      return { ...platformFields(network), profileId, accountId, handle: remote.handle, choose: null, pages: null }
    }
    await saveConsent(deps, tx, locked, connection)
    const shown = await presentPages(tx, network, profileId, signedIn.pages ?? [])
    return { ...platformFields(network), profileId, accountId: null, handle: null, choose: 'page', pages: shown }
  })
}

/** Returns the account to connect. If a flow requests more scopes, that must be the account that it was started for. */
async function pickAccount(
  deps: ConnectingDeps,
  { accountId }: FlowRow,
  { pages, remote }: Consent,
): Promise<RemoteAccount | null> {
  if (accountId === null) return remote
  const account = (await readAccountsByIds(deps.db, [accountId])).get(accountId) ?? refuse('account_not_found')
  const page = pages?.find(({ remoteId }) => remoteId === account.remoteId)
  if (page && page.lacks !== null) refuse('page_unusable', { detail: page.lacks })
  const found = page ?? remote
  if (found?.remoteId === account.remoteId) return found
  return refuse('oauth_account_differs', {
    detail: `You started reconnecting ${account.handle}. Sign in to the network as ${account.handle} and try again.`,
  })
}
