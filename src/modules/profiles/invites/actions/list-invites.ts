import type { Caller } from '#kernel/caller.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { ProfileDeps } from '../../deps.ts'
import { profileFor } from '../../profile-for.ts'
import { type InviteRow, selectOpenInvites } from '../store.ts'

export async function listProfileInvites(
  { db, clock }: ProfileDeps,
  caller: Caller,
  id: ProfileId,
): Promise<InviteRow[]> {
  await profileFor(db, caller, id, 'admin', { alsoReadOnly: true })
  return await selectOpenInvites(db, id, clock.now())
}
