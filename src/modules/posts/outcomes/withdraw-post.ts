import type { Tx } from '#infra/db/client.ts'
import type { PostId } from '#kernel/ids.ts'
import { cancel } from '#modules/publishing/index.ts'
import { listTargets } from '../store/targets.ts'

/**
 * Cancels the publications of a post that have no visible content and cannot get any. The others run to completion.
 * Returns the targets of those others.
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
