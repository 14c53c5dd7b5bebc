import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type MediaId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { LinkDeps, MediaDeps } from '../../deps.ts'
import { mediaFor } from '../../media-for.ts'
import { type PresentedMedia, presentMedia } from '../../present.ts'
import type { MediaChanges } from '../../schema.ts'
import { updateMedia } from '../../store.ts'

/**
 * Changes alt text and tags. `demand` checks the version under the row's lock. A request that changes nothing writes no
 * audit entry.
 */
export function changeMedia(
  deps: LinkDeps & Pick<MediaDeps, 'db'>,
  caller: Caller,
  id: MediaId,
  wish: MediaChanges,
  demand: (version: number) => void,
): Promise<PresentedMedia> {
  return inTx(deps.db, async (tx) => {
    const before = await mediaFor(tx, caller, id, 'editor')
    demand(before.version)
    const { altText = before.altText, tags = before.tags } = wish
    const now = deps.clock.now()
    const changes = {
      ...(altText === before.altText ? {} : { altText: { from: before.altText, to: altText } }),
      ...(isSame(tags, before.tags) ? {} : { tags: { from: before.tags, to: tags } }),
    }
    if (Object.keys(changes).length === 0) return presentMedia(deps, before)

    const after = { altText, tags, version: before.version + 1, updatedAt: now }
    await updateMedia(tx, id, after)
    const { ownerUid } = before
    await writeAudit(tx, { at: now, caller, ownerUid, action: 'media.changed', subject: toWire('media', id), changes })
    return presentMedia(deps, { ...before, ...after })
  })
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((tag, index) => tag === b[index])
