import { toWire } from '#kernel/ids.ts'
import type { Look } from '#modules/event-stream/index.ts'
import { listPresentAtOwners } from './store.ts'

/** Detects who is editing posts, for live streams. */
export const lookAtPresence: Look = async (db, owners) => {
  const byPost = Map.groupBy(await listPresentAtOwners(db, owners), ({ postId }) => postId)
  return [...byPost].flatMap(([postId, [first, ...others]]) => {
    if (!first) return []
    const { ownerUid, profileId } = first
    const place = { postId: toWire('post', postId), profileId: toWire('prof', profileId) }
    const people = [first, ...others].map(({ uid, name }) => ({ uid: toWire('usr', uid), name }))
    return [
      {
        kind: 'presence',
        id: postId,
        mark: JSON.stringify(people),
        ownerUid,
        profileId,
        data: { ...place, people },
        lastData: { ...place, people: [] },
      },
    ]
  })
}
