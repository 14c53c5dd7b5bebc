import type { Tx } from '#infra/db/client.ts'
import type { PostId } from '#kernel/ids.ts'
import { cancel } from '#modules/publishing/index.ts'
import { listTargets } from '../store/targets.ts'

/**
 * Cancels those publications of a post of which nothing is or may be visible; the others run to their end. Returns the
 * targets of those others.
 */
export async function withdrawPost(tx: Tx, id: PostId): Promise<readonly string[]> {
  const enqueued = (await listTargets(tx, id)).filter(({ publicationId }) => publicationId !== null)
  if (enqueued.length === 0) return []
  const { inFlight } = await cancel(
    tx,
    enqueued.map((target) => target.id),
  )
  return inFlight
}
