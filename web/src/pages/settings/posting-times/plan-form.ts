import type { SlotPlan } from '#web/posts/times/slot-queries.ts'
import type { WeekTime } from '#web/posts/times/week-times.tsx'

type Gap = SlotPlan['gaps'][number]

/** The posting times as the form shows them, before they are saved. */
export interface PlanForm {
  readonly name: string
  readonly slots: readonly WeekTime[]
  readonly timezone: string | null
  readonly accountIds: readonly string[]
  readonly gaps: readonly Gap[]
  readonly pausedUntil: string | null
  readonly whenBlocked: 'keep' | 'next' | 'skip'
}

export const emptyForm: PlanForm = {
  name: '',
  slots: [],
  timezone: null,
  accountIds: [],
  gaps: [],
  pausedUntil: null,
  whenBlocked: 'keep',
}

export const formOf = (plan: SlotPlan): PlanForm => {
  const { name, slots, timezone, accountIds, gaps, pausedUntil, whenBlocked } = plan
  // A value that is newer than this page keeps posts, until someone chooses another one.
  const known = whenBlocked === 'next' || whenBlocked === 'skip' ? whenBlocked : 'keep'
  return { name, slots, timezone, accountIds, gaps, pausedUntil, whenBlocked: known }
}

const minuteOf = ({ weekday, time }: WeekTime): string => `${weekday} ${time}`

/** Adds a time to some weekdays. Times that are there already stay single. */
export function addTimes(slots: readonly WeekTime[], added: readonly WeekTime[]): readonly WeekTime[] {
  const all = new Map([...slots, ...added].map((slot) => [minuteOf(slot), slot]))
  return [...all].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, slot]) => slot)
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Lists the fields that differ from what is stored, as a request to change it. */
export function changesOf(plan: SlotPlan, form: PlanForm) {
  const { name, slots, timezone, accountIds, gaps, pausedUntil, whenBlocked } = form
  return {
    ...(same(plan.name, name) ? {} : { name }),
    ...(same(plan.slots, slots) ? {} : { slots: [...slots] }),
    ...(same(plan.timezone, timezone) ? {} : { timezone }),
    ...(same(plan.accountIds, accountIds) ? {} : { accountIds: [...accountIds] }),
    ...(same(formOf(plan).whenBlocked, whenBlocked) ? {} : { whenBlocked }),
    ...(same(plan.gaps, gaps) ? {} : { gaps: [...gaps] }),
    ...(same(plan.pausedUntil, pausedUntil) ? {} : { pausedUntil }),
  }
}
