import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { slotPlansQuery } from '#web/posts/times/slot-queries.ts'
import { boundsOf } from '../span.ts'

/** A free posting time of a plan. */
export interface FreeTime {
  readonly planId: string
  readonly at: string
}

const noTimes: readonly FreeTime[] = []

/** Returns the free posting times of each day, if the view shows them. */
export function useFreeTimes(profileId: string, days: readonly Date[], isShown: boolean) {
  const [from, to] = boundsOf(days)
  const isPast = to <= nowDate().toISOString()
  const { data } = useQuery({ ...freeTimesQuery(profileId, from, to), enabled: isShown && !isPast })
  return useMemo(() => {
    const byDay = groupBy(isShown ? (data ?? noTimes) : noTimes, ({ at }) => dayKey(new Date(at)))
    return (day: Date): readonly FreeTime[] => byDay.get(dayKey(day)) ?? noTimes
  }, [data, isShown])
}

const freeTimesQuery = (profileId: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'free-times', from, to],
    queryFn: async (): Promise<readonly FreeTime[]> => {
      const plans = await queryClient.fetchQuery(slotPlansQuery(profileId))
      const lists = await Promise.all(
        plans.map(async ({ id }) =>
          (await api.listSlots({ id, from, to })).slots.flatMap(({ at, postId }) =>
            postId === null ? [{ planId: id, at }] : [],
          ),
        ),
      )
      // One time of two plans is offered once, by the older plan.
      const times = new Map(
        lists
          .flat()
          .toReversed()
          .map((time) => [time.at, time]),
      )
      return [...times.values()].sort((one, other) => (one.at < other.at ? -1 : 1))
    },
  })
