import { toWire } from '#kernel/ids.ts'
import type { Look } from '#modules/event-stream/index.ts'
import { listNewestOf } from '../store.ts'

const perOwner = 30

/** Detects added, changed and deleted files among each owner's newest, for live streams. */
export const lookAtMedia: Look = async (db, owners) =>
  (await listNewestOf(db, owners, perOwner)).map(({ id, version, ownerUid, profileId }) => ({
    kind: 'media.changed',
    id,
    mark: String(version),
    ownerUid,
    profileId,
    data: { mediaId: toWire('media', id), profileId: profileId && toWire('prof', profileId) },
  }))
