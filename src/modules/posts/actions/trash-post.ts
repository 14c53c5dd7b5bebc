import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { PostDeps } from '../deps.ts'
import { type RollUpDeps, rollUp } from '../outcomes/roll-up.ts'
import { withdrawPost } from '../outcomes/withdraw-post.ts'
import { postFor, requireMove } from '../post-for.ts'
import { listChildren } from '../store/family.ts'
import { updatePost } from '../store/posts.ts'

interface TrashOptions {
  /** Includes the posts that were created from it for other profiles. */
  readonly withChildren?: boolean
}

/** Moves a post to the trash. With its children, moves all of them or none. */
export function trashPost(
  deps: Pick<PostDeps, 'db'> & RollUpDeps,
  caller: Caller,
  id: PostId,
  { withChildren = false }: TrashOptions = {},
) {
  return inTx(deps.db, async (tx) => {
    const trashed = await trashOne(deps, tx, caller, id)
    if (!withChildren) return trashed
    const children = await listChildren(tx, id)
    for (const child of children) await trashOne(deps, tx, caller, child)
    return { ...trashed, children }
  })
}

/**
 * Moves one post to the trash. Targets that are not in flight are withdrawn. The others run to completion, and their
 * outcome is recorded.
 */
async function trashOne(deps: Pick<PostDeps, 'db'> & RollUpDeps, tx: Tx, caller: Caller, id: PostId) {
  const seen = await postFor(deps, tx, caller, id, 'editor', { alsoReadOnly: true })
  const move = requireMove('remove', seen)
  const now = deps.clock.now()
  if (move === 'nothing') return { success: true as const, id, deletedAt: seen.deletedAt ?? now }
  const isWithdrawn = move === 'withdraw and trash'
  if (isWithdrawn) await withdrawPost(tx, id)
  const { recycle } = seen
  const ended = recycle?.enabled ? { recycle: { ...recycle, enabled: false, endedBecause: 'trash' as const } } : {}
  const post = await updatePost(tx, id, { deletedAt: now, updatedAt: now, version: seen.version + 1, ...ended })
  if (isWithdrawn) await rollUp(deps, tx, [post])
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: seen.ownerUid,
    action: 'post.deleted',
    subject: toWire('post', id),
  })
  return { success: true as const, id, deletedAt: now }
}
