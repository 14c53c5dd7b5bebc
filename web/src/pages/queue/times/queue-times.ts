import { useQuery } from '@tanstack/react-query'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, shiftDay, startOfDay } from '#web/lib/day.ts'
import { type SlotPlan, slotPlansQuery, slotsQuery } from '#web/posts/times/slot-queries.ts'

/** The days whose free times the queue shows. */
const shownDays = 14

/** The period whose times the queue shows, from a day or from today. */
function spanFrom(day: string | undefined): readonly [string, string] {
  const first = day ?? dayKey(nowDate())
  return [startOfDay(first).toISOString(), startOfDay(shiftDay(first, shownDays)).toISOString()]
}

/** The plan that the queue shows: the chosen one, or the first that is for the chosen account. */
function choosePlan(
  plans: readonly SlotPlan[],
  chosen: string | undefined,
  account: string | undefined,
): SlotPlan | null {
  const isFor = ({ accountIds }: SlotPlan) =>
    account === undefined || accountIds.length === 0 || accountIds.includes(account)
  return plans.find(({ id }) => id === chosen) ?? plans.find(isFor) ?? null
}

/** Reads the plans of a brand, and the times of the shown one. */
export function useQueueTimes(
  profileId: string,
  { account, from, times }: { readonly account?: string; readonly from?: string; readonly times?: string },
) {
  const plans = useQuery(slotPlansQuery(profileId))
  const plan = choosePlan(plans.data ?? [], times, account)
  const slots = useQuery({ ...slotsQuery(profileId, plan?.id ?? '', ...spanFrom(from)), enabled: plan !== null })
  return {
    plans: plans.data ?? [],
    plan,
    slots: plan === null ? [] : (slots.data?.slots ?? []),
    isPending: plans.isPending || (plan !== null && slots.isPending),
    error: plans.error ?? slots.error,
  }
}
