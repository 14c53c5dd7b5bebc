import { ownFailure } from '#connectors/api/json-api.ts'
import { CallFailed, type Connector, type Failure, type JsonObject, type Loss, lossOf } from '#connectors/connector.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import { after, seconds } from '#kernel/clock.ts'
import type { GrantDeps } from '../deps.ts'
import { httpFor } from '../network/http-for.ts'
import { giveUpGrant } from './lose-grant.ts'
import { mergeRefreshedGrant } from './merge-refreshed-grant.ts'
import { saveRenewed } from './save-renewed.ts'
import { openGrant } from './sealed-grant.ts'
import { type GrantOfAccount, releaseLease } from './store.ts'

type Refreshed =
  | { readonly is: 'renewed'; readonly grant: JsonObject; readonly version: number }
  | { readonly is: 'refused'; readonly why: string }
  /** The grant has another version by now, or was revoked. */
  | { readonly is: 'overtaken' }

/** The duration of a lease: longer than the call and storing its result can take. */
export const leaseMs = seconds(40)
const callMs = seconds(20)

/**
 * Exchanges a grant for a new one. Call it with the lease held; the lease is released in any case. Throws failures that
 * may be temporary.
 */
export async function refreshGrant(
  deps: GrantDeps,
  grant: GrantOfAccount,
  holder: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Refreshed> {
  const connector = deps.connectors[grant.network]
  const refresh = connector?.auth.refresh
  if (!refresh) throw new Error(`${grant.network} does not renew grants`)
  const http = httpFor(deps, { ...grant, deadline: after(deps.clock.now(), callMs), signal, fresh: true })
  try {
    const old = openGrant(deps.seal, grant)
    const renewed = await refresh(http, old)
    const next = mergeRefreshedGrant(old, renewed.grant) ?? throwUnreadable()
    const version = await saveRenewed(deps, grant, { ...renewed, grant: next })
    return version === null ? { is: 'overtaken' } : { is: 'renewed', grant: next, version }
  } catch (error) {
    const loss = error instanceof CallFailed ? lossBy(connector, error.failure, deps.clock.now()) : null
    if (loss === null) throw error
    await giveUpGrant(deps, grant, loss)
    return { is: 'refused', why: loss.why }
  } finally {
    // A rejection may affect one of several accounts: the others continue to use this grant and must not wait for the
    // lease to expire.
    await releaseLease(deps.db, grant.id, holder)
  }
}

/** Treats an empty response as unreadable, which says nothing about the grant. */
function throwUnreadable(): never {
  throw ownFailure('unreadable')
}

/**
 * Returns why the network refused to renew a grant. Null if the failure says nothing about the grant: only a clear
 * refusal may make a user lose an account.
 */
function lossBy(connector: Connector, failure: Failure, now: Date): Loss | null {
  const verdict = connector.judge(failure, 'refresh', now) ?? defaultVerdict(failure, 'safe', now)
  if (verdict.is === 'reauth') return lossOf(verdict)
  const isPlainNo = failure.sent === 'answered' && (failure.status === 400 || failure.status === 401)
  return verdict.is === 'refused' && isPlainNo ? { code: 'sign_in_refused', why: verdict.why } : null
}
