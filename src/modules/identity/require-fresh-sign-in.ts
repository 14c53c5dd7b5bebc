import type { Caller } from '#kernel/caller.ts'
import { before, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'

const freshMs = minutes(15)

/**
 * Requires a sign-in within the last 15 minutes, for operations where a stolen token must not be enough. `detail` says
 * what to do after signing in again.
 */
export function requireFreshSignIn(caller: Caller, now: Date, detail: string): void {
  if (!caller.signedInAt || caller.signedInAt <= before(now, freshMs)) refuse('reauthentication_required', { detail })
}
