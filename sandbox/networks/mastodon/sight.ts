import type { Instance } from './instance.ts'
import type { Account, Status } from './records.ts'

/** Who may see what. Nobody follows anybody here, so what is for followers is seen by its author alone. */
export function canSee(status: Status, viewer: Account | null): boolean {
  if (status.deleted || status.account.standing === 'deleted' || status.account.standing === 'suspended') return false
  if (status.visibility === 'public' || status.visibility === 'unlisted' || status.account === viewer) return true
  return viewer !== null && status.visibility === 'direct' && status.mentions.includes(viewer)
}

/** Null also when it is there and not for this viewer: the server does not tell the two apart. */
export function findStatus(instance: Instance, viewer: Account | null, id: string): Status | null {
  const status = instance.statuses.get(id)
  return status && canSee(status, viewer) ? status : null
}
