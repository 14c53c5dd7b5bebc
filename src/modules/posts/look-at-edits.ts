import { fromWire, toWire } from '#kernel/ids.ts'
import { listNewestSubjects } from '#modules/audit/index.ts'
import type { Look } from '#modules/event-stream/index.ts'
import { findPlaces } from './store/posts.ts'

const perOwner = 50

/**
 * Detects the posts that users have written, for live streams. Every change to a post leaves an entry in the audit log,
 * so nothing else is written for live streams.
 */
export const lookAtEdits: Look = async (db, owners) => {
  const entries = (await listNewestSubjects(db, owners, perOwner)).flatMap(({ id, subject }) => {
    const postId = fromWire('post', subject)
    return postId === null ? [] : [{ id, postId }]
  })
  const places = await findPlaces(db, [...new Set(entries.map(({ postId }) => postId))])
  return entries.flatMap(({ id, postId }) => {
    const place = places.get(postId)
    if (!place) return []
    const { ownerUid, profileId } = place
    const data = { postId: toWire('post', postId), profileId: toWire('prof', profileId) }
    return [{ kind: 'post.edited', id, mark: '', ownerUid, profileId, data, isPast: true }]
  })
}
