import type { Input, Result } from '@posthorn/sdk'
import { fromWall, toWall } from '#rules/wall-clock.ts'
import { shownZone } from '#web/lib/zones.ts'
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
    endDay: rule?.endAt ? toWall(rule.endAt, rule.followsUserTimezone ? shownZone() : rule.timezone).slice(0, 10) : '',
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
    endAt: end === 'date' ? endOf(endDay, zone || shownZone()) : null,
    maxRuns: end === 'count' ? maxRuns : null,
  }
}

/** The last second of a day in the zone of the rule, or in the brand's. */
const endOf = (day: string, zone: string): string => fromWall(`${day}T23:59`, zone).at.replace(':00.000Z', ':59.000Z')
