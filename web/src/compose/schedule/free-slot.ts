import { useQuery } from '@tanstack/react-query'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, shiftDay, startOfDay } from '#web/lib/day.ts'
import { slotPlansQuery, slotsQuery } from '#web/posts/times/slot-queries.ts'

const searchedDays = 31

/** The next free posting time for a post. */
export interface FreeSlot {
  readonly planId: string
  readonly at: string
}

/**
 * Finds the next free time of the first plan that is for all accounts of the post. Null if there is none, undefined
 * while it is not known.
 */
export function useFreeSlot(
  profileId: string,
  accountIds: readonly string[],
  isWanted: boolean,
): FreeSlot | null | undefined {
  const plans = useQuery({ ...slotPlansQuery(profileId), enabled: isWanted })
  const plan = plans.data?.find(
    (one) => one.accountIds.length === 0 || accountIds.every((id) => one.accountIds.includes(id)),
  )
  const today = dayKey(nowDate())
  const [from, to] = [today, shiftDay(today, searchedDays)].map((day) => startOfDay(day).toISOString())
  const list = useQuery({
    ...slotsQuery(profileId, plan?.id ?? '', from ?? '', to ?? ''),
    enabled: isWanted && plan !== undefined,
  })
  if (isWanted && (plans.isPending || (plan && list.isPending))) return undefined
  const free = list.data?.slots.find(({ postId, at }) => postId === null && Date.parse(at) > nowDate().getTime())
  return plan && free ? { planId: plan.id, at: free.at } : null
}
