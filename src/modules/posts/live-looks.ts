import { fromWire, toWire } from '#kernel/ids.ts'
import { listNewestSubjects } from '#modules/audit/index.ts'
import type { Look } from '#modules/event-stream/index.ts'
import { listPresentAtOwners } from './presence/store.ts'
import { listMoving } from './store/account-posts.ts'
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
