import { toWire } from '#kernel/ids.ts'
import type { Look } from '#modules/event-stream/index.ts'
import { listNewest } from './store/read.ts'

/** Detects new notices, and that the newest was read, for live streams. */
export const lookAtNotices: Look = async (db, owners) =>
  (await listNewest(db, owners)).map(({ id, uid, kind, isRead }) => ({
    kind: 'notice',
    id: uid,
    mark: `${id} ${isRead}`,
    ownerUid: uid,
    profileId: null,
    data: { noticeId: toWire('ntc', id), kind, read: isRead },
    isPast: true,
  }))
