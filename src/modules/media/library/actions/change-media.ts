import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type MediaId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { LinkDeps, MediaDeps } from '../../deps.ts'
import { mediaFor } from '../../media-for.ts'
import { type PresentedMedia, presentMedia } from '../../present.ts'
import { updateMedia } from '../../store.ts'
import type { MediaChanges } from '../schema.ts'

/**
 * Changes alt text and tags. `demand` checks the version under the row's lock. A request that changes nothing writes no
 * audit entry.
 */
export function changeMedia(
  deps: LinkDeps & Pick<MediaDeps, 'db'>,
  caller: Caller,
  id: MediaId,
  changes: MediaChanges,
  demand: (version: number) => void,
): Promise<PresentedMedia> {
  return inTx(deps.db, async (tx) => {
    const before = await mediaFor(tx, caller, id, 'editor')
    demand(before.version)
    const { values, audit, isEmpty } = changesBetween(before, changes)
    if (isEmpty) return presentMedia(deps, before)

    const now = deps.clock.now()
    const writer = values.altText === undefined ? {} : { altTextBy: caller.uid }
    const after = { ...values, ...writer, version: before.version + 1, updatedAt: now }
    await updateMedia(tx, id, after)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: before.ownerUid,
      action: 'media.changed',
      subject: toWire('media', id),
      changes: audit,
    })
    return presentMedia(deps, { ...before, ...after })
  })
}
