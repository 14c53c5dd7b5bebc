import { fail, isOpen } from '../posts/jobs.ts'
import type { Platform } from '../state/platform.ts'
import type { Grant, Person } from '../state/records.ts'

/** Revokes a grant. The app loses its access, and its unfinished posts fail. */
export function endGrant(grant: Grant): void {
  grant.dead = true
  for (const job of grant.person.jobs) if (job.grant === grant && isOpen(job)) fail(job, 'auth_removed')
}

/** Revokes everything that a person ever granted. */
export function takeBack({ tokens }: Platform, person: Person): number {
  const grants = tokens.endAll(person)
  for (const grant of grants) endGrant(grant)
  return grants.length
}
