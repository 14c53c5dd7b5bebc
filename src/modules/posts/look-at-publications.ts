import { toWire } from '#kernel/ids.ts'
import type { Look } from '#modules/event-stream/index.ts'
import { listMoving } from './store/account-posts.ts'

/** Detects the steps of publications, for live streams. */
export const lookAtPublications: Look = async (db, owners) =>
  (await listMoving(db, owners)).map(({ id, revision, ownerUid, profileId, postId, targetId, status, step }) => ({
    kind: 'publication.step',
    id,
    mark: String(revision),
    ownerUid,
    profileId,
    data: {
      postId: toWire('post', postId),
      profileId: toWire('prof', profileId),
      targetId: toWire('tgt', targetId),
      status,
      step,
    },
  }))
