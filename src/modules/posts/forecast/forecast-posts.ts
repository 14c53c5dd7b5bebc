import type { Caller } from '#kernel/caller.ts'
import { after, days, laterOf } from '#kernel/clock.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'
import { expectFailure, listAccounts } from '#modules/accounts/index.ts'
import { findPlanEnd } from '#modules/billing/index.ts'
import type { Plans } from '#modules/plans/index.ts'
import { type AccessibleProfile, findSurplusPlan, profileFor } from '#modules/profiles/index.ts'
import type { PostDeps } from '../deps.ts'
import { rehearse } from '../rehearsal/rehearse.ts'
import { countPlannedFrom } from './store.ts'

export type ForecastDeps = PostDeps & { readonly plans: Plans }

const rehearsedDays = 31

/** Forecasts what will hold a profile's planned posts: expired access, used-up quotas, and the owner's plan. */
export async function forecastPosts(deps: ForecastDeps, caller: Caller, profileId: ProfileId) {
  const profile = await profileFor(deps.db, caller, profileId, 'read')
  const [grants, plan, quotas] = await Promise.all([
    forecastGrants(deps, profileId),
    forecastPlan(deps, profile),
    forecastQuotas(deps, caller, profileId),
  ])
  const bands = [...grants, ...plan, ...quotas.bands].toSorted((one, other) => +one.from - +other.from)
  return { bands, quotasUntil: quotas.until }
}

async function forecastGrants({ db, clock, connectors }: PostDeps, profileId: ProfileId): Promise<Band[]> {
  const now = clock.now()
  const bands: Band[] = []
  for (const account of await listAccounts(db, profileId, { disconnectedToo: false })) {
    const failure = expectFailure(account, connectors[account.network])
    if (!failure) continue
    const { total, firstAt } = await countPlannedFrom(db, profileId, laterOf(failure.at, now), account.id)
    const { at: from, reason: detail } = failure
    bands.push({
      ...{ cause: 'grant', from, to: null, accountId: account.id, requiredPlan: null, detail },
      ...{ posts: total, firstPostAt: firstAt },
    })
  }
  return bands
}

/**
 * A profile beyond a plan's limit is read-only. It becomes so when the owner's plan ends because a payment is overdue.
 */
async function forecastPlan({ db, clock, plans }: ForecastDeps, profile: AccessibleProfile): Promise<Band[]> {
  const end = profile.readOnly ? null : await findPlanEnd({ db, plans }, profile.ownerUid)
  const surplus = end && (await findSurplusPlan({ db, plans }, profile, end.nextPlan))
  const from = profile.readOnly ? clock.now() : end?.at
  if (!from || (!profile.readOnly && !surplus)) return []
  const { total, firstAt } = await countPlannedFrom(db, profile.id, laterOf(from, clock.now()), null)
  const requiredPlan = profile.readOnly ? profile.requiredPlan : (surplus?.requiredPlan ?? null)
  const detail = profile.readOnly
    ? 'The profile exceeds its owner’s plan and is read-only.'
    : `The payment is overdue. From then on, the plan is ${end?.nextPlan}, and the profile exceeds it.`
  return [{ cause: 'plan', from, to: null, accountId: null, posts: total, firstPostAt: firstAt, requiredPlan, detail }]
}

async function forecastQuotas(deps: PostDeps, caller: Caller, profileId: ProfileId) {
  const { posts, hasMore } = await rehearse(deps, caller, { profileId, days: rehearsedDays })
  const waits = posts.flatMap(({ scheduledAt, targets }) =>
    targets.flatMap(({ accountId, expectedAt, waits }) => {
      const wait = waits.find(({ reason }) => reason === 'quota')
      return wait && accountId && expectedAt
        ? [{ accountId, wantedAt: scheduledAt, expectedAt, detail: wait.detail }]
        : []
    }),
  )
  const lastAt = hasMore ? posts.at(-1)?.scheduledAt : undefined
  return { bands: joinWaits(waits), until: lastAt ?? after(deps.clock.now(), days(rehearsedDays)) }
}

/** A period in which planned posts are not published. */
interface Band {
  readonly cause: 'grant' | 'quota' | 'plan'
  readonly from: Date
  /** Null if it lasts until someone acts. */
  readonly to: Date | null
  /** Null for all accounts of the profile. */
  readonly accountId: AccountId | null
  readonly posts: number
  readonly firstPostAt: Date | null
  readonly requiredPlan: string | null
  readonly detail: string
}

/** A post to one account that waits for a quota. */
interface Waiting {
  readonly accountId: AccountId
  readonly wantedAt: Date
  readonly expectedAt: Date
  readonly detail: string
}

/** Joins overlapping waits of each account. Between two bands of an account, its quota has room. */
export function joinWaits(waits: readonly Waiting[]): Band[] {
  const bands: Band[] = []
  const lastOf = new Map<AccountId, number>()
  for (const { accountId, wantedAt, expectedAt, detail } of waits.toSorted((a, b) => +a.wantedAt - +b.wantedAt)) {
    const place = lastOf.get(accountId)
    const last = place === undefined ? undefined : bands[place]
    if (place !== undefined && last?.to && last.to >= wantedAt) {
      bands[place] = { ...last, to: expectedAt > last.to ? expectedAt : last.to, posts: last.posts + 1 }
      continue
    }
    lastOf.set(accountId, bands.length)
    const span = { from: wantedAt, to: expectedAt, posts: 1, firstPostAt: wantedAt }
    bands.push({ cause: 'quota', accountId, ...span, requiredPlan: null, detail })
  }
  return bands
}
