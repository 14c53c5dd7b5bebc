import type { Platform } from '../state/platform.ts'
import type { Person } from '../state/records.ts'
import type { Code } from '../wire/envelope.ts'

const dayMs = 86_400_000

/** Returns the error code if a person cannot post anything now. Null if they can. */
export function refusedFor(platform: Platform, person: Person): Code | null {
  const { rules, world, app } = platform
  const sinceMs = world.clock.ms() - dayMs
  if (person.suspicion !== 'none' && person.suspicion !== 'spam_risk_too_many_pending_share') return person.suspicion
  const isRecent = ({ atMs, requested }: Person['jobs'][number]) => atMs > sinceMs && requested !== null
  if (rules.dailyPosts > 0 && person.jobs.filter(isRecent).length >= rules.dailyPosts) return 'spam_risk_too_many_posts'
  if (app.userCapReached) return 'reached_active_user_cap'
  if (rules.audited) return null
  const others = [...platform.people.values()].filter((one) => one !== person && one.jobs.some(isRecent))
  return others.length >= rules.unauditedUsers ? 'reached_active_user_cap' : null
}

/**
 * Returns the error code if a person cannot receive another draft. Null if they can. The number of waiting drafts is
 * limited.
 */
export function draftRefusedFor({ rules, world }: Platform, person: Person): Code | null {
  if (person.suspicion !== 'none' && person.suspicion !== 'spam_risk_too_many_posts') return person.suspicion
  const sinceMs = world.clock.ms() - dayMs
  const waiting = person.jobs.filter(
    ({ atMs, requested, state }) => requested === null && atMs > sinceMs && isOpen(state),
  )
  return rules.pendingDrafts > 0 && waiting.length >= rules.pendingDrafts ? 'spam_risk_too_many_pending_share' : null
}

const isOpen = (state: Person['jobs'][number]['state']): boolean => state !== 'published' && state !== 'failed'
