import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { AuditActor } from '#modules/audit/index.ts'
import { type AccessibleProfile, lockPerson, profileFor } from '#modules/profiles/index.ts'
import type { AccountDeps } from './deps.ts'

/** Where an account is to be connected, locked, and who does it. */
export interface Place {
  readonly profile: Pick<AccessibleProfile, 'id' | 'ownerUid'>
  /** Of the profile's owner. */
  readonly plan: string
  readonly actor: AuditActor
}

export interface Where {
  readonly profileId: ProfileId
  /** Who may: an admin of the profile. */
  readonly caller: Caller
  /** Who does, where that is somebody whom the caller has invited. */
  readonly actor?: AuditActor
}

/**
 * The owner's row before the profile's lock, for everybody; under both, two calls take two places, and one consent is
 * one row.
 */
export async function inPlace<Result>(
  { db }: Pick<AccountDeps, 'db'>,
  { profileId, caller, actor = caller }: Where,
  work: (tx: Tx, place: Place) => Promise<Result>,
): Promise<Result> {
  const { ownerUid } = await profileFor(db, caller, profileId, 'admin')
  return await inTx(db, async (tx) => {
    const { plan } = (await lockPerson(tx, ownerUid)) ?? refuse('profile_not_found')
    const profile = await profileFor(tx, caller, profileId, 'admin')
    return await work(tx, { profile, plan, actor })
  })
}
