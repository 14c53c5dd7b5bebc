import type { Input, Result } from '@posthorn/sdk'
import { dayKey } from '#web/lib/day.ts'
import { fromCron, type Rhythm, rhythmsOfPosts, toCron, usualRhythm } from '#web/ui/rhythm/rhythm.ts'

export type Rule = Result<'listRecurringRules'>[number]

/** A rule that is being edited. */
export interface RuleForm {
  readonly postId: string
  readonly name: string
  readonly rhythm: Rhythm
  /** If empty, the zone of its author, even if they change it. */
  readonly zone: string
  readonly end: 'never' | 'date' | 'count'
  readonly endDay: string
  readonly maxRuns: number
}

const usualRuns = 10

/** Opens a rule, or a new one in the brand's zone, which the calendar uses for neighboring times. */
export function openForm(rule: Rule | null, postId: string, brandZone: string): RuleForm {
  return {
    postId: rule?.postId ?? postId,
    name: rule?.name ?? '',
    rhythm: rule ? fromCron(rule.cron, rhythmsOfPosts) : usualRhythm,
    zone: rule ? (rule.followsUserTimezone ? '' : rule.timezone) : brandZone,
    end: rule?.endAt ? 'date' : rule?.maxRuns ? 'count' : 'never',
    endDay: rule?.endAt ? dayKey(new Date(rule.endAt)) : '',
    maxRuns: rule?.maxRuns ?? usualRuns,
  }
}

type RuleInput = Omit<Input<'createRecurringRule'>, 'postId'> & { readonly postId: string }

/** Converts the rule to API form. Null while something is missing. */
export function toRule({ postId, name, rhythm, zone, end, endDay, maxRuns }: RuleForm): RuleInput | null {
  const cron = toCron(rhythm)
  if (cron === null || (end === 'date' && endDay === '')) return null
  return {
    postId,
    cron,
    name: name.trim() || null,
    timezone: zone || null,
    endAt: end === 'date' ? endOf(endDay) : null,
    maxRuns: end === 'count' ? maxRuns : null,
  }
}

/** The last moment of a local day. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString()
