import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type PostId, type ShareLinkId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { postFor } from '#modules/posts/index.ts'
import type { SharingDeps } from '../deps.ts'
import { findLink, setRevoked } from '../store.ts'

/** Revokes a link. It stops working immediately. Revoking it again has no effect. */
export function revokeLink(deps: SharingDeps, caller: Caller, postId: PostId, id: ShareLinkId) {
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, postId, 'editor', { alsoReadOnly: true })
    const link = (await findLink(tx, postId, id)) ?? refuse('share_link_not_found')
    if (link.revokedAt) return { success: true as const, revokedAt: link.revokedAt }
    const now = deps.clock.now()
    await setRevoked(tx, id, now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: post.ownerUid,
      action: 'post.share_revoked',
      subject: toWire('post', postId),
      changes: { shareLink: { from: toWire('shr', id), to: null } },
    })
    return { success: true as const, revokedAt: now }
  })
}
