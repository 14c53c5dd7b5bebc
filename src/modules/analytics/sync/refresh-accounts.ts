import { randomUUID } from 'node:crypto'
import type { Caller } from '#kernel/caller.ts'
import { after, minutes, seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { AccountId } from '#kernel/ids.ts'
import { platformIdOf } from '#rules/network-names.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { takeRefresh } from '../store/allowances.ts'
import { createAccountClaim, leaseAccounts, listDueLooks, listLatestLooks } from '../store/lanes.ts'
import { listOwnedAccounts, type OwnedAccount } from '../store/scope.ts'
import { findNewPosts } from './find-new-posts.ts'
import { announceSynced, lookAtAccount } from './look-at-account.ts'

const everyMs = minutes(1)
const deadlineMs = seconds(20)
const leaseMs = seconds(60)
/** The number of posts to read for each account, newest first. The others are read when they are due. */
const postsOfAccount = 100
const atOnce = 4

interface Refreshed {
  readonly network: string
  readonly accounts: number
  readonly posts: number
  readonly failed: number
}

/**
 * Reads the metrics of the caller's accounts and their latest posts now. Each owner's accounts are refreshed at most
 * once a minute, across all nodes.
 */
export async function refreshAccounts(deps: AnalyticsDeps, caller: Caller) {
  const refreshedAt = deps.clock.now()
  const accounts = await listOwnedAccounts(deps.db, caller)
  const owners = accounts.length > 0 ? [...new Set(accounts.map(({ ownerUid }) => ownerUid))] : [caller.uid]
  const { taken, retryAfterMs } = await takeRefresh(deps.db, owners, everyMs)
  if (taken.length === 0) {
    refuse('analytics_refreshed_lately', {
      detail: `Refreshed less than a minute ago. Try again in ${Math.ceil(retryAfterMs / 1_000)} seconds.`,
      retryAfterMs,
    })
  }
  await findNewPosts(deps)
  const wanted = accounts.filter(({ ownerUid, isConnected }) => isConnected && taken.includes(ownerUid))
  const results = await refreshAll(deps, wanted)
  return { ok: true as const, refreshedAtMs: refreshedAt.getTime(), ...sumByPlatform(accounts, results) }
}

/** Leases the accounts and reads them, a few at a time. Accounts that are already being read are left out. */
async function refreshAll(deps: AnalyticsDeps, accounts: readonly OwnedAccount[]): Promise<Refreshed[]> {
  const holder = randomUUID()
  const claim = createAccountClaim(holder)
  const deadline = after(deps.clock.now(), deadlineMs)
  const signal = AbortSignal.timeout(deadlineMs)
  const results: Refreshed[] = []
  const waiting = [...accounts]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const [lane] = await leaseAccounts(deps.db, [next.id], { holder, leaseMs })
      if (!lane) continue
      try {
        // If reads are billed, a refresh only reads posts that are due.
        const isBilled = deps.connectors[next.network]?.readsAreBilled === true
        const pick = ({ id }: { readonly id: AccountId }) =>
          isBilled
            ? listDueLooks(deps.db, id, { by: deps.clock.now(), most: postsOfAccount })
            : listLatestLooks(deps.db, id, postsOfAccount)
        const looked = await lookAtAccount({ ...deps, claim }, lane, { pick, always: !isBilled, deadline, signal })
        await announceSynced(deps, next.id, looked.changed)
        const { network } = next
        results.push({ network, accounts: looked.accounts, posts: looked.posts, failed: looked.failed ? 1 : 0 })
      } finally {
        await claim.release(deps.db, [lane])
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

/** Returns a summary for each platform that the caller has an account on. */
function sumByPlatform(accounts: readonly OwnedAccount[], results: readonly Refreshed[]) {
  const networks = [...new Set(accounts.filter(({ isConnected }) => isConnected).map(({ network }) => network))]
  return Object.fromEntries(
    networks.map((network) => {
      const own = results.filter((result) => result.network === network)
      const sum = (name: 'accounts' | 'posts' | 'failed') => own.reduce((total, one) => total + one[name], 0)
      return [platformIdOf(network), { accounts: sum('accounts'), posts: sum('posts'), failed: sum('failed') }]
    }),
  )
}
