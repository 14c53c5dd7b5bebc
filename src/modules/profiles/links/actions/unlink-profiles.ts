import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type ProfileLinkId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { ProfileDeps } from '../../deps.ts'
import { profileFor } from '../../profile-for.ts'
import { findLink, removeLink } from '../store.ts'

export function unlinkProfiles(deps: ProfileDeps, caller: Caller, id: ProfileLinkId): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const link = (await findLink(tx, id)) ?? refuse('profile_link_not_found')
    for (const profileId of [link.parentId, link.childId].sort())
      await profileFor(tx, caller, profileId, 'admin', { alsoReadOnly: true })
    const now = deps.clock.now()
    if (!(await removeLink(tx, id, now))) refuse('profile_link_not_found')
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: link.ownerUid,
      action: 'profile_link.removed',
      subject: toWire('plink', id),
    })
  })
}
