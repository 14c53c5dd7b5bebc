import type { Instance } from '../state/platform.ts'
import type { Account, Status } from '../state/records.ts'

/**
 * True if the viewer may see the status. No account has followers here, so only the author sees a followers-only
 * status.
 */
export function canSee(status: Status, viewer: Account | null): boolean {
  if (status.deleted || status.account.standing === 'deleted' || status.account.standing === 'suspended') return false
  if (status.visibility === 'public' || status.visibility === 'unlisted' || status.account === viewer) return true
  return viewer !== null && status.visibility === 'direct' && status.mentions.includes(viewer)
}

/** Finds a status. Also null if the viewer may not see it: the server does not distinguish the two cases. */
export function findStatus(instance: Instance, viewer: Account | null, id: string): Status | null {
  const status = instance.statuses.get(id)
  return status && canSee(status, viewer) ? status : null
}
