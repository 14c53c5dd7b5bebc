import type { Db } from '#infra/db/client.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'
import type { LiveChange } from '../live-changes.ts'

/**
 * One polled transient state: a publication in progress, a delivery, a file, a written post, or someone editing.
 */
export interface Sight {
  readonly kind: LiveChange
  readonly id: string
  /** Differs from one state to the next. */
  readonly mark: string
  readonly ownerUid: UserId
  /** Null if only the owner is notified. */
  readonly profileId: ProfileId | null
  /** The `data` of the frame. */
  readonly data: object
  /** The `data` of the frame that reports its end. Without it, the frame has the last data. */
  readonly lastData?: object
  /** True for a past event: it is reported once, and not again when newer events replace it. */
  readonly isPast?: true
}

/** Returns the transient states of these owners. */
export type Look = (db: Db, owners: readonly UserId[]) => Promise<readonly Sight[]>

export type SightsByOwner = ReadonlyMap<UserId, ReadonlyMap<string, Sight>>

export const byOwner = (sights: readonly Sight[], owners: readonly UserId[]): SightsByOwner => {
  const grouped = Map.groupBy(sights, ({ ownerUid }) => ownerUid)
  return new Map(owners.map((uid) => [uid, new Map((grouped.get(uid) ?? []).map((one) => [one.id, one]))]))
}

/**
 * Lists what has changed between two polls: new, changed and finished items. Nothing is listed for an owner who was not
 * polled before.
 */
export function listChanged(before: SightsByOwner, now: SightsByOwner): Sight[] {
  return [...now].flatMap(([uid, seen]) => {
    const known = before.get(uid)
    if (!known) return []
    const moved = [...seen.values()].filter(({ id, mark }) => known.get(id)?.mark !== mark)
    const ended = [...known.values()].filter(({ id, isPast }) => !isPast && !seen.has(id))
    return [...moved, ...ended.map((one) => ({ ...one, data: one.lastData ?? one.data }))]
  })
}
