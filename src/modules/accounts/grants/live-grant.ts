import { setTimeout as pause } from 'node:timers/promises'
import { CallFailed, type JsonObject, type Loss } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import { runForAll } from '#infra/db/share.ts'
import { batched } from '#kernel/batches/batched.ts'
import { after, minutes } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import type { GrantDeps } from '../deps.ts'
import { findAddresses, findNetworkSettings } from '../network/addresses.ts'
import { giveUpGrant } from './lose-grant.ts'
import { leaseMs, refreshGrant } from './refresh-grant.ts'
import { openGrant } from './sealed-grant.ts'
import { type GrantOfAccount, type GrantRow, readGrantOfAccount, readGrantsOfAccounts, takeLease } from './store.ts'

/**
 * A grant for calling a network. A grant that expires soon, or that the network has just rejected, is renewed first, by
 * one worker at a time: a network that rotates tokens accepts each refresh token once. The other workers wait for the
 * result.
 */
export type LiveGrant =
  | { readonly grant: JsonObject; readonly version: number }
  /** The user must reconnect. The text explains why. */
  | { readonly lost: string }

type LiveGrantDeps = GrantDeps & { readonly readGrant?: ReturnType<typeof createGrantReader> }

interface LiveGrantOptions {
  /** The version that the network rejected. If a newer one is already stored, it is returned. */
  readonly refreshIfOlderThan?: number
  readonly signal?: AbortSignal
}

/** Returns a reader that combines lookups into one query, for callers that need hundreds of grants at once. */
export const createGrantReader = (db: Db): ((accountId: AccountId) => Promise<GrantOfAccount | undefined>) =>
  batched((ids: readonly AccountId[]) => runForAll(() => readGrantsOfAccounts(db, ids)))

/** Grants with less remaining lifetime are renewed first, so a returned grant outlasts any step. */
const leastLifeMs = minutes(5)
const pollMs = 100
/** Polling lasts longer than a lease, so a holder that died has lost the lease by then. */
const polls = (leaseMs + 5_000) / pollMs

export async function liveGrant(
  deps: LiveGrantDeps,
  accountId: AccountId,
  options: LiveGrantOptions = {},
): Promise<LiveGrant> {
  const holder = crypto.randomUUID()
  for (let nth = 0; nth < polls; nth++) {
    const grant = await (deps.readGrant?.(accountId) ?? readGrantOfAccount(deps.db, accountId))
    const why = lossReason(deps, grant)
    if (!grant || why !== null) return { lost: why ?? 'The account no longer exists.' }
    const refused = grant.version <= (options.refreshIfOlderThan ?? 0)
    const ends = grant.expiresAt !== null && grant.expiresAt <= after(deps.clock.now(), leastLifeMs)
    if (!refused && !ends) return opened(deps, grant)
    if (!grant.renewable || !deps.connectors[grant.network]?.auth.refresh)
      return await withoutRefresh(deps, grant, refused)
    if (await takeLease(deps.db, grant, holder, leaseMs)) {
      const renewed = await refreshOrUse(deps, grant, holder, refused, options.signal)
      if (renewed) return renewed
    } else {
      await pause(pollMs, undefined, options.signal ? { signal: options.signal } : {})
    }
  }
  throw new Error('a grant was being renewed for longer than a lease lasts')
}

const opened = (deps: GrantDeps, grant: GrantRow): LiveGrant => ({
  grant: openGrant(deps.seal, grant),
  version: grant.version,
})

function lossReason(deps: GrantDeps, grant: GrantOfAccount | undefined): string | null {
  if (!grant) return null
  if (grant.accountStatus === 'disconnected') return 'The account is no longer connected.'
  if (grant.accountStatus === 'needs_reconnect') return grant.accountStatusWhy ?? 'The account must be reconnected.'
  if (grant.status !== 'active') return grant.statusWhy ?? 'The account must be reconnected.'
  if (!findAddresses(deps.config, grant.network, grant.mode)) return networkOff(deps.config, grant).why
  return null
}

/** Handles a network without renewal: a rejected or expired grant is lost. */
async function withoutRefresh(deps: GrantDeps, grant: GrantOfAccount, refused: boolean): Promise<LiveGrant> {
  const ended = grant.expiresAt !== null && grant.expiresAt <= deps.clock.now()
  if (!refused && !ended) return opened(deps, grant)
  const loss: Loss = refused
    ? { code: 'sign_in_refused', why: 'We’ve lost access to this account. Reconnect it.' }
    : { code: 'grant_expired', why: 'Access has expired. Reconnect this account.' }
  await giveUpGrant(deps, grant, loss)
  return { lost: loss.why }
}

/**
 * Renews a grant, or uses the old one while it is valid. Null if another worker has renewed it in the meantime, so it
 * must be read again.
 */
async function refreshOrUse(
  deps: GrantDeps,
  grant: GrantOfAccount,
  holder: string,
  refused: boolean,
  signal: AbortSignal | undefined,
): Promise<LiveGrant | null> {
  try {
    const outcome = await refreshGrant(deps, grant, holder, signal)
    switch (outcome.is) {
      case 'renewed':
        return { grant: outcome.grant, version: outcome.version }
      case 'refused':
        return { lost: outcome.why }
      case 'overtaken':
        return null
      default:
        return outcome satisfies never
    }
  } catch (error) {
    // A grant that the network cannot renew right now is still used while it is valid.
    const isGood = grant.expiresAt === null || grant.expiresAt > after(deps.clock.now(), minutes(1))
    if (error instanceof CallFailed && !refused && isGood) return opened(deps, grant)
    throw error
  }
}

interface NetworkInMode {
  readonly network: Network
  readonly mode: Mode
}

/** Explains why accounts of a mode cannot be used if the network has no addresses in that mode. */
export function networkOff(config: Pick<Config, 'networks'>, of: NetworkInMode): Loss {
  const settings = findNetworkSettings(config, of.network)
  return settings?.isChosen && settings.mode !== of.mode ? otherMode(of) : gone(of)
}

/** Lists every reason that `networkOff` returns, for accounts that work again once their mode is available again. */
export const listNetworkOffReasons = (of: NetworkInMode): readonly string[] => [gone(of).why, otherMode(of).why]

const gone = ({ network, mode }: NetworkInMode): Loss =>
  mode === 'sandbox'
    ? {
        code: 'sandbox_off',
        why: `The ${network} sandbox is turned off. Connect a live account instead.`,
      }
    : { code: 'network_off', why: `${network} is no longer available on this installation.` }

const otherMode = ({ network, mode }: NetworkInMode): Loss => ({
  code: 'mode_changed',
  why: `${network} is no longer in ${mode} mode. Reconnect this account.`,
})
