import { fail, isOpen } from './jobs.ts'
import type { Platform } from './platform.ts'
import type { Grant, Person } from './records.ts'

/** The app may do nothing more there, and what it has begun is not ended. */
export function endGrant(grant: Grant): void {
  grant.dead = true
  for (const job of grant.person.jobs) if (job.grant === grant && isOpen(job)) fail(job, 'auth_removed')
}

/** The person takes back all that they ever granted. */
export function takeBack(platform: Platform, person: Person): number {
  const grants = [...platform.grants.values()].filter((grant) => grant.person === person && !grant.dead)
  for (const grant of grants) endGrant(grant)
  person.tookBackEarlier = true
  return grants.length
}
