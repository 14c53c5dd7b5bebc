import type { Caller } from '#kernel/caller.ts'
import type { MediaId } from '#kernel/ids.ts'
import { decodeCursor, type Page, pageOf, uuidKey } from '#kernel/page.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { LinkDeps, MediaDeps } from '../../deps.ts'
import { mediaFor } from '../../media-for.ts'
import { type PresentedMedia, presentMedia } from '../../present.ts'
import { selectMedia } from '../../store.ts'
import type { MediaListQuery } from '../schema.ts'

type ReadDeps = LinkDeps & Pick<MediaDeps, 'db'>

/** Returns the media that the caller owns or that are in the caller's profiles, newest first. */
export async function listMedia(deps: ReadDeps, caller: Caller, query: MediaListQuery): Promise<Page<PresentedMedia>> {
  const { profileId = null, tag = null, storagePath: storagePaths = null, limit, cursor } = query
  const before = cursor === undefined ? null : (decodeCursor(cursor, uuidKey) as MediaId)
  if (profileId !== null) await profileFor(deps.db, caller, profileId, 'viewer', { lock: false })
  const rows = await selectMedia(deps.db, caller, { profileId, tag, storagePaths, before, limit: limit + 1 })
  const page = pageOf(rows, limit, (last) => last.id)
  return { items: page.items.map((row) => presentMedia(deps, row)), nextCursor: page.nextCursor }
}

export const getMedia = async (deps: ReadDeps, caller: Caller, id: MediaId): Promise<PresentedMedia> =>
  presentMedia(deps, await mediaFor(deps.db, caller, id, 'viewer'))
