import type { Tx } from '#infra/db/client.ts'
import { refuseInput } from '#kernel/errors.ts'
import type { MediaId } from '#kernel/ids.ts'
import { addMediaUses, type MediaUse, replaceMediaUses } from '../store/media-uses.ts'

/**
 * Records the files that new posts use. Refuses if one of them has been deleted since it was looked up. After that, it
 * can no longer be deleted.
 */
export async function requireUses(tx: Tx, uses: readonly MediaUse[]): Promise<void> {
  requireAll(
    await addMediaUses(tx, uses),
    uses.flatMap(({ mediaIds }) => mediaIds),
  )
}

/** Records the files that a changed post uses. Of these, those in `named` are new and must still exist. */
export async function changeUses(tx: Tx, use: MediaUse, named: readonly MediaId[]): Promise<void> {
  requireAll(await replaceMediaUses(tx, use), named)
}

function requireAll(found: ReadonlySet<MediaId>, named: readonly MediaId[]): void {
  if (named.every((id) => found.has(id))) return
  const message = 'A file was just deleted. Remove it from the post, or upload it again.'
  refuseInput({ path: '/media', code: 'media_not_found', message })
}
