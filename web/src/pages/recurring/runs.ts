import type { Rule } from './form/rule-form.ts'

export interface Run {
  /** The time by the schedule, which names the run. */
  readonly at: string
  readonly runsAt: string
  readonly isSkipped: boolean
}

/** Lists the next runs of a rule, together with those that are left out. */
export function listRuns({ nextRuns, exceptions }: Rule): readonly Run[] {
  const bySchedule = new Map(exceptions.map(({ at, movedTo }) => [movedTo, at]))
  const coming = nextRuns.map((runsAt) => ({ at: bySchedule.get(runsAt) ?? runsAt, runsAt, isSkipped: false }))
  const skipped = exceptions.filter((one) => one.skipped).map(({ at }) => ({ at, runsAt: at, isSkipped: true }))
  return [...coming, ...skipped].sort((one, other) => Date.parse(one.runsAt) - Date.parse(other.runsAt))
}
