import { setTimeout as pause } from 'node:timers/promises'
import { CallFailed, type JsonObject } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import { askForAll } from '#infra/db/share.ts'
import { batched } from '#kernel/batched.ts'
import { after, minutes } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import { addressesOf } from './addresses.ts'
import type { GrantDeps } from './deps.ts'
import { type GrantOfAccount, type GrantRow, grantOfAccount, grantsOfAccounts, takeLease } from './grant-store.ts'
import { giveUpGrant } from './lose-grant.ts'
import { leaseMs, refreshGrant } from './refresh-grant.ts'
import { openGrant } from './sealed-grant.ts'

/**
 * A grant to call a network with. One that ends soon, or that the network has just refused, is renewed first: by one
 * worker at a time, since a network that rotates takes each renewing token once. The others wait for what that one gets.
 */
export type LiveGrant =
  | { readonly grant: JsonObject; readonly version: number }
  /** A person has to connect again; in their words why. */
  | { readonly lost: string }

export type LiveGrantDeps = GrantDeps & { readonly readGrant?: ReturnType<typeof createGrantReader> }

export interface LiveGrantOptions {
  /** The network did not take this version. Where a newer one is there already, that is the answer. */
  readonly refreshIfOlderThan?: number
  readonly signal?: AbortSignal
}

/** For whoever wants the grants of hundreds at once. */
export const createGrantReader = (db: Db): ((accountId: AccountId) => Promise<GrantOfAccount | undefined>) =>
  batched((ids: readonly AccountId[]) => askForAll(() => grantsOfAccounts(db, ids)))

/** What is handed out outlives any step. */
const leastLifeMs = minutes(5)
const pollMs = 100
/** A holder that does not come back loses the lease before. */
const polls = (leaseMs + 5_000) / pollMs

export async function liveGrant(
  deps: LiveGrantDeps,
  accountId: AccountId,
  options: LiveGrantOptions = {},
): Promise<LiveGrant> {
  const holder = crypto.randomUUID()
  for (let nth = 0; nth < polls; nth++) {
    const grant = await (deps.readGrant?.(accountId) ?? grantOfAccount(deps.db, accountId))
    const why = whyLost(deps, grant)
    if (!grant || why !== null) return { lost: why ?? 'The account is not there any more.' }
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
  throw new Error('a grant is being renewed for longer than a lease lasts')
}

const opened = (deps: GrantDeps, grant: GrantRow): LiveGrant => ({
  grant: openGrant(deps.seal, grant),
  version: grant.version,
})

function whyLost(deps: GrantDeps, grant: GrantOfAccount | undefined): string | null {
  if (!grant) return null
  if (grant.accountStatus === 'disconnected') return 'The account is no longer connected.'
  if (grant.accountStatus === 'needs_reconnect')
    return grant.accountStatusWhy ?? 'The account has to be connected again.'
  if (grant.status !== 'active') return grant.statusWhy ?? 'The account has to be connected again.'
  if (!addressesOf(deps.config, grant.network, grant.mode)) return switchedOff(grant)
  return null
}

export const switchedOff = ({ network, mode }: Pick<GrantRow, 'network' | 'mode'>): string =>
  mode === 'sandbox'
    ? `The account is one of the sandbox, and ${network} is not in the sandbox here any more. Connect a real one.`
    : `${network} is not to be had here any more.`

/** For a network that renews nothing: what it does not take is lost, and so is what has ended. */
async function withoutRefresh(deps: GrantDeps, grant: GrantOfAccount, refused: boolean): Promise<LiveGrant> {
  const ended = grant.expiresAt !== null && grant.expiresAt <= deps.clock.now()
  if (!refused && !ended) return opened(deps, grant)
  const lost = refused
    ? 'The network no longer takes what was granted to us. Connect the account again.'
    : 'What was granted to us has ended, and the network renews nothing. Connect the account again.'
  await giveUpGrant(deps, grant, lost)
  return { lost }
}

/** Null: somebody else has renewed it meanwhile, so look again. */
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
    // That a network cannot renew it now is no reason not to use it while it is good.
    const isGood = grant.expiresAt === null || grant.expiresAt > after(deps.clock.now(), minutes(1))
    if (error instanceof CallFailed && !refused && isGood) return opened(deps, grant)
    throw error
  }
}
