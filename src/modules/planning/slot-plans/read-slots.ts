import type { Caller } from '#kernel/caller.ts'
import { after, before, days } from '#kernel/clock.ts'
import type { AccountId, SlotPlanId } from '#kernel/ids.ts'
import { listAccounts } from '#modules/accounts/index.ts'
import { type ForecastDeps, forecastPosts, rehearse } from '#modules/posts/index.ts'
import { listPauses } from '#modules/publishing/index.ts'
import { toMinute } from '../auto-schedule/slots.ts'
import type { PlanningDeps } from '../deps.ts'
import { patternOf, planFor } from './plan-for.ts'
import { walkSlots } from './slots.ts'
import { listOccupied, type SlotPlanRow } from './store.ts'

type HoldCode = 'grant' | 'quota' | 'plan' | 'gap' | 'approval' | 'paused' | 'account' | 'media' | 'window' | 'refused'

/** A reason why a post at a time would not be published on time. */
interface Hold {
  readonly code: HoldCode
  readonly from: Date
  readonly until: Date | null
  readonly accountId: AccountId | null
  readonly detail: string
}

interface Span {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

const usualSpan = days(7)
const longestSpan = days(92)

const rehearsedDays = 31

/** Lists the times of a plan that are ahead, with their posts, and what would hold a post there. Stores nothing. */
export async function readSlots(deps: PlanningDeps & ForecastDeps, caller: Caller, id: SlotPlanId, span: Span) {
  const { db, clock } = deps
  const at = await planFor(db, caller, id, 'read')
  const now = clock.now()
  const from = span.from ?? now
  const start = from > now ? from : now
  const wanted = span.to ?? after(from, usualSpan)
  // Without `from`, the longest span begins now.
  const longest = after(from, longestSpan)
  const to = wanted < longest ? wanted : longest
  const pattern = await patternOf(db, at)
  const times: Date[] = []
  for (const time of walkSlots(pattern, from > now ? before(from, 1) : now, now)) {
    if (time >= to) break
    times.push(time)
  }
  const occupied = await listOccupied(db, at.plan.profileId, at.plan.accountIds, start, to)
  const postAt = new Map(occupied.toReversed().map((post) => [toMinute(post.at), post]))
  const [general, ofPosts] = await Promise.all([
    listGeneralHolds(deps, caller, at.plan),
    listHoldsOfPosts(deps, caller, at.plan),
  ])
  return {
    slots: times.map((time) => {
      const post = postAt.get(toMinute(time))
      const own = post && ofPosts.get(post.id)
      // The rehearsal knows more exactly what happens to the post than the forecast for the time.
      const applies = ({ from: since, until, code }: Hold) =>
        since <= time && (until === null || time < until) && !(own && (code === 'quota' || code === 'paused'))
      return {
        at: time,
        postId: post?.id ?? null,
        isPlanned: post?.slotPlanId === id,
        holds: [...general.holds.filter(applies), ...(own ?? [])],
      }
    }),
    holdsUntil: general.until,
  }
}

const isFor = ({ accountIds }: SlotPlanRow, accountId: AccountId | null): boolean =>
  accountId === null || accountIds.length === 0 || accountIds.includes(accountId)

/** Lists what holds any post on the accounts of a plan. */
async function listGeneralHolds(deps: PlanningDeps & ForecastDeps, caller: Caller, plan: SlotPlanRow) {
  const { bands, quotasUntil } = await forecastPosts(deps, caller, plan.profileId)
  const [accounts, pauses] = await Promise.all([
    listAccounts(deps.db, plan.profileId, { disconnectedToo: false }),
    listPauses(deps.db),
  ])
  const now = deps.clock.now()
  const paused = accounts.flatMap(({ id, network }): Hold[] => {
    const pause = pauses.find((one) => one.network === network)
    if (!pause) return []
    const detail = `The server administrator has paused this network: ${pause.reason}`
    return [{ code: 'paused', from: now, until: null, accountId: id, detail }]
  })
  const forecast = bands.map(({ cause, from, to, accountId, detail }): Hold => {
    return { code: cause, from, until: to, accountId, detail }
  })
  return { holds: [...forecast, ...paused].filter(({ accountId }) => isFor(plan, accountId)), until: quotasUntil }
}

/** Lists for each planned post what holds it, by the rehearsal. */
async function listHoldsOfPosts(deps: PlanningDeps, caller: Caller, plan: SlotPlanRow) {
  const { posts } = await rehearse(deps, caller, { profileId: plan.profileId, days: rehearsedDays })
  return new Map(
    posts.map(({ postId, scheduledAt, targets }) => [
      postId,
      targets.flatMap(({ accountId, obstacle, waits, expectedAt }): Hold[] => [
        ...(obstacle
          ? [{ code: obstacle.reason, from: scheduledAt, until: null, accountId, detail: obstacle.detail }]
          : []),
        ...waits.map(({ reason, detail }) => ({
          code: reason === 'quota' ? ('quota' as const) : ('gap' as const),
          ...{ from: scheduledAt, until: expectedAt, accountId, detail },
        })),
      ]),
    ]),
  )
}
