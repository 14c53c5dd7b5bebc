import type { Tx } from '#infra/db/client.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'
import type { EventOf } from '#kernel/events.ts'
import { toWire } from '#kernel/ids.ts'
import { postPage } from '#kernel/pages.ts'
import { storable } from '#kernel/text/storable.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import { listRecycled, lockPosts, type PostRow, updatePostRow } from '#modules/posts/index.ts'
import { planRecycling } from './actions.ts'
import { deleteRecyclings, findAddress, findExhaustedSource } from './store.ts'

/** The number of consecutive failed clones that ends the recycling of a post. */
const failuresMax = 3

/** Listens for published posts, and schedules the first clone of those to be recycled. */
export async function recycleWhenPublished(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  events: readonly EventOf<'post.published' | 'post.partial'>[],
): Promise<void> {
  const ids = events.flatMap((event) => ('targetId' in event ? [] : [event.postId]))
  if (ids.length === 0) return
  for (const post of await listRecycled(tx, ids)) await planRecycling(tx, post, clock.now())
}

interface EndDeps {
  readonly config: { readonly publicUrl: string }
  readonly clock: Clock
  readonly queue: Pick<Queue, 'enqueue'>
  readonly seal: Pick<Seal, 'seal'>
}

/** Listens for failed posts. Ends the recycling of a post whose last clones have all failed, and notifies its owner. */
export async function endRecyclingWhenFailed(
  deps: EndDeps,
  tx: Tx,
  { postId, ...event }: EventOf<'post.failed'>,
): Promise<void> {
  if ('targetId' in event) return
  const sourceId = await findExhaustedSource(tx, postId, failuresMax)
  if (sourceId === null) return
  const [source] = await lockPosts(tx, [sourceId])
  if (source) await endRecycling(deps, tx, source)
}

async function endRecycling(deps: EndDeps, tx: Tx, source: PostRow): Promise<void> {
  const now = deps.clock.now()
  const { id, ownerUid, profileId, recycle, content, version } = source
  await deleteRecyclings(tx, [id])
  if (recycle) {
    const ended = { ...recycle, enabled: false, endedBecause: 'clones_failed' as const }
    await updatePostRow(tx, id, { recycle: ended, updatedAt: now, version: version + 1 })
  }
  await writeAudit(tx, {
    at: now,
    caller: null,
    ownerUid,
    action: 'post.recycling_ended',
    subject: toWire('post', id),
    changes: { because: { from: null, to: 'clones_failed' } },
  })
  const owner = await findAddress(tx, ownerUid)
  if (!owner?.email) return
  const values = {
    name: owner.name,
    post: storable(content, 100),
    postId: toWire('post', id),
    link: postPage(deps.config, profileId, id),
    url: deps.config.publicUrl,
  }
  await queueMail(deps, tx, { to: owner.email, locale: owner.locale, template: 'recycling-ended', values })
}
