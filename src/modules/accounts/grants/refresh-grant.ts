import { setTimeout as pause } from 'node:timers/promises'
import { ownFailure } from '#connectors/api/json-api.ts'
import {
  CallFailed,
  type Connector,
  type Failure,
  type Granted,
  type JsonObject,
  type Loss,
  lossOf,
} from '#connectors/connector.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { after, seconds } from '#kernel/clock.ts'
import type { GrantDeps } from '../deps.ts'
import { httpFor } from '../network/http-for.ts'
import { endGrant } from './end-grant.ts'
import { giveUpGrant } from './lose-grant.ts'
import { openGrant, sealGrant } from './sealed-grant.ts'
import { findGrant, type GrantOfAccount, type GrantRow, type GrantSecret, releaseLease, setSecret } from './store.ts'

type Refreshed =
  | { readonly is: 'renewed'; readonly grant: JsonObject; readonly version: number }
  | { readonly is: 'refused'; readonly why: string }
  /** The grant has a different version by now, or was revoked. */
  | { readonly is: 'overtaken' }

/** Duration of a lease: longer than the call and storing its result can take together. */
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

/** Treats an empty response as unreadable, which proves nothing about the grant. */
function throwUnreadable(): never {
  throw ownFailure('unreadable')
}

/**
 * Returns why the network refused to renew a grant. Null if the failure proves nothing about the grant: only a clear
 * refusal may disconnect an account.
 */
function lossBy(connector: Connector, failure: Failure, now: Date): Loss | null {
  const verdict = connector.judge(failure, 'refresh', now) ?? defaultVerdict(failure, 'safe', now)
  if (verdict.is === 'reauth') return lossOf(verdict)
  const isPlainNo = failure.sent === 'answered' && (failure.status === 400 || failure.status === 401)
  return verdict.is === 'refused' && isPlainNo ? { code: 'sign_in_refused', why: verdict.why } : null
}

/**
 * Merges a renewed grant into the old one. A network that does not rotate tokens may omit the refresh token from its
 * response or send it empty: an empty value never overwrites a valid one. Returns null if the renewal contains nothing.
 */
export function mergeRefreshedGrant(old: JsonObject, renewed: JsonObject): JsonObject | null {
  const brought = Object.entries(renewed).filter(([, value]) => !isNothing(value))
  if (brought.length === 0) return null
  return {
    ...renewed,
    ...Object.fromEntries(Object.entries(old).filter(([, value]) => !isNothing(value))),
    ...Object.fromEntries(brought),
  }
}

const isNothing = (value: JsonObject[string] | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const saveTries = 40
const savePauseMs = 250

/**
 * Stores a network's renewal of a grant, and returns the new version. Returns null and stores nothing if the grant has
 * another version by now or was revoked.
 */
export async function saveRenewed(deps: GrantDeps, of: GrantRow, granted: Granted<JsonObject>): Promise<number | null> {
  const { grant, scopes, expiresAt, renewable = true } = granted
  const secret = { scopes, expiresAt, renewable, sealedGrant: sealGrant(deps.seal, of.id, grant) }
  if (await saveWithRetries(deps, of, secret)) return of.version + 1
  await endUnsavedGrant(deps, of, grant)
  return null
}

/**
 * Stores a renewed grant, with retries. The old token is used up, so the new one must survive a short database outage.
 */
async function saveWithRetries(deps: GrantDeps, grant: GrantRow, secret: GrantSecret): Promise<boolean> {
  for (let nth = 1; ; nth++) {
    try {
      return await setSecret(deps.db, grant, secret)
    } catch (error) {
      if (!isDatabaseAway(error) || nth >= saveTries) throw error
      await pause(savePauseMs)
    }
  }
}

/**
 * Revokes a renewed grant that was not stored because its account was disconnected in the meantime. Otherwise it would
 * stay valid at the network unnoticed.
 */
async function endUnsavedGrant(deps: GrantDeps, grant: GrantRow, unsaved: JsonObject): Promise<void> {
  if ((await findGrant(deps.db, grant.id))?.status === 'revoked') await endGrant(deps, grant, unsaved)
}
