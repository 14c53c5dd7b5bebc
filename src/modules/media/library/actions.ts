import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type MediaId, type ProfileId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { decodeCursor, type Page, pageOf, uuidKey } from '#kernel/page.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { findLabelNames, knownTags } from '#modules/labels/index.ts'
import { profileFor, visibleProfiles } from '#modules/profiles/index.ts'
import type { LinkDeps, MediaDeps } from '../deps.ts'
import { removeMediaFiles } from '../jobs.ts'
import { mediaFor } from '../media-for.ts'
import { type PresentedMedia, presentMedia } from '../present.ts'
import { releaseFile } from '../storage/store.ts'
import { deleteMedia, selectMedia, updateMedia } from '../store.ts'
import type { MediaChanges, MediaListQuery } from './schema.ts'

type ReadDeps = LinkDeps & Pick<MediaDeps, 'db'>

/** Returns the media that the caller owns or that are in the caller's profiles, newest first. */
export async function listMedia(deps: ReadDeps, caller: Caller, query: MediaListQuery): Promise<Page<PresentedMedia>> {
  const {
    profileId = null,
    tag = null,
    label,
    authorUid = null,
    storagePath: storagePaths = null,
    limit,
    cursor,
  } = query
  const before = cursor === undefined ? null : (decodeCursor(cursor, uuidKey) as MediaId)
  if (profileId !== null) await profileFor(deps.db, caller, profileId, 'read', { lock: false })
  const names = label === undefined ? null : await labelNames(deps.db, caller, profileId, label)
  const rows = await selectMedia(deps.db, caller, {
    ...{ profileId, tag, names, authorUid, storagePaths, before },
    limit: limit + 1,
  })
  const { items, ...rest } = pageOf(rows, limit, (last) => last.id)
  return { items: items.map((row) => presentMedia(deps, row)), ...rest }
}

export const getMedia = async (deps: ReadDeps, caller: Caller, id: MediaId): Promise<PresentedMedia> =>
  presentMedia(deps, await mediaFor(deps.db, caller, id, 'read'))

async function labelNames(db: Db, caller: Caller, profileId: ProfileId | null, label: string): Promise<string[]> {
  const ids =
    profileId === null ? await visibleProfiles(db, caller).select('profile.id').execute() : [{ id: profileId }]
  return findLabelNames(
    db,
    ids.map(({ id }) => id),
    label,
  )
}

/** Changes alt text and tags. A request that changes nothing writes no audit entry. */
export function changeMedia(
  deps: LinkDeps & Pick<MediaDeps, 'db' | 'guards'>,
  caller: Caller,
  id: MediaId,
  changes: MediaChanges,
): Promise<PresentedMedia> {
  return inTx(deps.db, async (tx) => {
    const before = await mediaFor(tx, caller, id, 'write')
    const now = deps.clock.now()
    const { profileId } = before
    const tags = changes.tags && profileId ? await knownTags(tx, { profileId, tags: changes.tags }, now) : changes.tags
    const { values, audit, isEmpty } = changesBetween(before, { ...changes, tags })
    if (isEmpty) return presentMedia(deps, before)
    // The alt text is published with each post that uses the file.
    if (values.altText !== undefined && (await isMediaInUse(deps, tx, id))) await mediaFor(tx, caller, id, 'publish')

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

async function isMediaInUse({ guards }: Pick<MediaDeps, 'guards'>, tx: Tx, id: MediaId): Promise<boolean> {
  for (const isInUse of guards.mediaInUse) if (await isInUse(tx, id)) return true
  return false
}

/** Deletes media permanently, along with the bytes unless other media use them. */
export function removeMedia(
  deps: Pick<MediaDeps, 'db' | 'clock' | 'queue' | 'guards'>,
  caller: Caller,
  id: MediaId,
): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const { ownerUid, fileKey } = await mediaFor(tx, caller, id, 'write')
    if (await isMediaInUse(deps, tx, id))
      refuse('media_in_use', { detail: 'First remove this file from the posts and ideas that use it.' })
    const now = deps.clock.now()
    await deleteMedia(tx, id)
    if (await releaseFile(tx, fileKey, now)) await deps.queue.enqueue(tx, removeMediaFiles, {})
    await writeAudit(tx, { at: now, caller, ownerUid, action: 'media.deleted', subject: toWire('media', id) })
  })
}
