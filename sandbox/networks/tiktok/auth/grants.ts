import { fail, isOpen } from '../posts/jobs.ts'
import type { Platform } from '../state/platform.ts'
import type { Grant, Person } from '../state/records.ts'

/** Ends a grant. The app loses its access, and its unfinished posts fail. */
export function endGrant(grant: Grant): void {
  grant.dead = true
  for (const job of grant.person.jobs) if (job.grant === grant && isOpen(job)) fail(job, 'auth_removed')
}

/** Revokes everything that a person ever granted. */
export function takeBack(platform: Platform, person: Person): number {
  const grants = [...platform.grants.values()].filter((grant) => grant.person === person && !grant.dead)
  for (const grant of grants) endGrant(grant)
  person.tookBackEarlier = true
  return grants.length
}
