import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { caps, requireBelow } from '#kernel/caps.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { newId, type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireFeature } from '#modules/plans/index.ts'
import { postFor } from '#modules/posts/index.ts'
import { lockUserRow } from '#modules/profiles/index.ts'
import { sentences } from '#rules/faults/sentences.ts'
import type { SharingDeps } from '../deps.ts'
import { type PresentedLink, presentLink } from '../present.ts'
import type { NewLink } from '../schema.ts'
import { countLinks, deleteOldestEndedLinks, insertLink } from '../store.ts'
import { hashToken, makeToken, tokenSealContext } from '../token.ts'

/** Creates a link to a post. The plan of the profile's owner applies. */
export async function createLink(
  deps: SharingDeps,
  tx: Tx,
  caller: Caller,
  postId: PostId,
  { expiresAt = null, comments }: NewLink,
): Promise<PresentedLink> {
  const post = await postFor(deps, tx, caller, postId, 'editor')
  const owner = (await lockUserRow(tx, post.ownerUid)) ?? refuse('post_not_found')
  requireFeature(deps.plans, owner.plan, 'shareLinks')
  if (post.deletedAt) refuse('post_in_trash')
  const now = deps.clock.now()
  if (expiresAt && expiresAt <= now)
    refuseInput({ path: '/expiresAt', code: 'custom', message: sentences.future, params: { rule: 'future' } })
  await deleteOldestEndedLinks(tx, post, now, caps.shareLinksOfPost - 1)
  requireBelow(
    'shareLinksOfPost',
    await countLinks(tx, post),
    'share_links_full',
    (most) => `A post has at most ${most} share links. Revoke one first.`,
  )
  const id = newId<'shr'>(now)
  const token = makeToken()
  const link = await insertLink(tx, {
    id,
    ownerUid: post.ownerUid,
    postId,
    tokenHash: hashToken(token),
    sealedToken: deps.seal.seal(token, tokenSealContext(id)),
    comments,
    createdBy: caller.uid,
    createdAt: now,
    expiresAt,
    revokedAt: null,
  })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: post.ownerUid,
    action: 'post.shared',
    subject: toWire('post', postId),
    changes: { shareLink: { from: null, to: toWire('shr', id) } },
  })
  return presentLink(deps, link)
}
