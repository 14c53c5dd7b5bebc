import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { AuditActor } from '#modules/audit/index.ts'
import { type AccessibleProfile, lockUserRow, profileFor } from '#modules/profiles/index.ts'
import type { AccountDeps } from '../deps.ts'

/** The locked profile that an account is being connected to, and who connects it. */
export interface LockedProfile {
  readonly profile: Pick<AccessibleProfile, 'id' | 'ownerUid'>
  /** Plan of the profile's owner. */
  readonly plan: string
  readonly actor: AuditActor
}

interface LockOptions {
  readonly profileId: ProfileId
  /** The caller whose permission is checked: an admin of the profile. */
  readonly caller: Caller
  /** The actor, if that is a user whom the caller has invited. */
  readonly actor?: AuditActor
}

/**
 * Runs work under two locks: the owner's row, then the profile, in the global lock order. With both locks, two calls
 * count two accounts against the plan, and one consent is one row.
 */
export async function withProfileLock<Result>(
  { db }: Pick<AccountDeps, 'db'>,
  { profileId, caller, actor = caller }: LockOptions,
  work: (tx: Tx, locked: LockedProfile) => Promise<Result>,
): Promise<Result> {
  const { ownerUid } = await profileFor(db, caller, profileId, 'manage')
  return await inTx(db, async (tx) => {
    const { plan } = (await lockUserRow(tx, ownerUid)) ?? refuse('profile_not_found')
    const profile = await profileFor(tx, caller, profileId, 'manage')
    return await work(tx, { profile, plan, actor })
  })
}
