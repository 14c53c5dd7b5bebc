import { CallFailed, type Connector, lossOf, type RemoteAccount } from '#connectors/connector.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, seconds } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import { accountFor } from '../account-for.ts'
import type { AccountDeps } from '../deps.ts'
import { fetchAccountFace } from '../faces/fetch-account-face.ts'
import { type LiveGrant, liveGrant } from '../grants/live-grant.ts'
import { needsReconnect } from '../grants/lose-grant.ts'
import type { Forecast } from '../health/forecast.ts'
import { reviveAccount } from '../health/revive-account.ts'
import { httpFor } from '../network/http-for.ts'
import { readForecast } from '../present.ts'
import { findAccount, type SeenAccount, updateAccount } from '../store/accounts.ts'

interface Check {
  readonly name: 'connected' | 'grant' | 'account'
  readonly ok: boolean
  readonly detail: string
}

interface Health extends Pick<SeenAccount, 'status' | 'expiresAt'> {
  readonly accountId: AccountId
  readonly checks: Check[]
  readonly lastPublishedAt: Date | null
  readonly forecast: Forecast | null
}

const callsMs = seconds(20)

/**
 * Checks an account with live calls to its network, and stores what the network reports about it. A rejection has the
 * same consequences as in publishing.
 */
export async function checkHealth(deps: AccountDeps, caller: Caller, id: AccountId): Promise<Health> {
  const checks = await runChecks(deps, caller, await accountFor(deps.db, caller, id, 'read'))
  const account = (await findAccount(deps.db, id, false)) ?? (await accountFor(deps.db, caller, id, 'read'))
  const { status, expiresAt } = account
  const lastPublishedAt = await lastPublished(deps, id)
  return { accountId: id, status, checks, expiresAt, lastPublishedAt, forecast: await readForecast(deps, account) }
}

async function lastPublished({ guards, db }: AccountDeps, id: AccountId): Promise<Date | null> {
  let last: Date | null = null
  for (const posts of guards.accountPosts) {
    const at = await posts.lastPublishedAt(db, id)
    if (at && (last === null || at > last)) last = at
  }
  return last
}

async function runChecks(deps: AccountDeps, caller: Caller, account: SeenAccount): Promise<Check[]> {
  const connector = deps.connectors[account.network]
  if (account.status === 'disconnected' || !connector) {
    return [{ name: 'connected', ok: false, detail: 'This account isn’t connected. Reconnect it.' }]
  }
  const connected: Check = { name: 'connected', ok: true, detail: 'Connected.' }
  if (account.status === 'needs_reconnect') await reviveAccount(deps, caller, account, connector)
  const { check, live } = await checkGrant(deps, account, connector)
  const checks = live ? [connected, check, await checkAtNetwork(deps, account, connector, live)] : [connected, check]
  await updateAccount(deps.db, account.id, { lastCheckedAt: deps.clock.now() })
  return checks
}

type Live = Extract<LiveGrant, { grant: unknown }>

async function checkGrant(deps: AccountDeps, account: SeenAccount, connector: Connector) {
  const say = (ok: boolean, detail: string): Check => ({ name: 'grant', ok, detail })
  try {
    const live = await liveGrant(deps, account.id)
    if ('lost' in live) return { check: say(false, live.lost), live: null }
    return { check: say(true, 'Access is valid.'), live }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { check: say(false, judgeFailure(deps, connector, error).why), live: null }
  }
}

/** Asks the network for the account. As in publishing, a grant that the network rejects is renewed once and retried. */
async function checkAtNetwork(
  deps: AccountDeps,
  account: SeenAccount,
  connector: Connector,
  first: Live,
): Promise<Check> {
  const say = (ok: boolean, detail: string): Check => ({ name: 'account', ok, detail })
  let live: LiveGrant = first
  for (let renewed = false; ; renewed = true) {
    try {
      const remote = await askNetwork(deps, account, connector, live)
      if (remote.remoteId !== account.remoteId)
        return say(false, 'Access belongs to a different account. Reconnect this one.')
      await saveRemoteDetails(deps, account, remote)
      return say(true, `The account’s handle on the network is ${remote.handle}.`)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      const verdict = judgeFailure(deps, connector, error)
      if (verdict.is !== 'reauth') return say(false, verdict.why)
      if (renewed || verdict.final) {
        // The renewed grant may not have reached all of the network's servers yet, so publishing retries before it
        // trusts the rejection.
        if (verdict.final || error.failure.status === 403)
          await needsReconnect(deps, account.id, lossOf(verdict), live.version)
        return say(false, verdict.why)
      }
    }
    try {
      const next: LiveGrant = await liveGrant(deps, account.id, { refreshIfOlderThan: live.version })
      if ('lost' in next) return say(false, next.lost)
      live = next
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      return say(false, judgeFailure(deps, connector, error).why)
    }
  }
}

function askNetwork(
  deps: AccountDeps,
  account: SeenAccount,
  connector: Connector,
  { grant }: Live,
): Promise<RemoteAccount> {
  const deadline = after(deps.clock.now(), callsMs)
  const http = httpFor(deps, { ...account, deadline, signal: new AbortController().signal, fresh: false })
  return connector.auth.whoami(http, grant, account.remoteId)
}

const judgeFailure = (deps: AccountDeps, connector: Connector, { failure }: CallFailed) =>
  connector.judge(failure, 'whoami', deps.clock.now()) ?? defaultVerdict(failure, 'safe', deps.clock.now())

async function saveRemoteDetails(deps: AccountDeps, { id }: SeenAccount, remote: RemoteAccount): Promise<void> {
  const { handle, displayName, avatar, facts } = remote
  await inTx(deps.db, async (tx) => {
    await updateAccount(tx, id, { handle, displayName, avatar, facts })
    await deps.queue.enqueue(tx, fetchAccountFace, { accountId: id }, { key: id })
  })
}
