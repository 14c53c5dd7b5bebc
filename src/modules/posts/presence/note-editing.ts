import type { Caller } from '#kernel/caller.ts'
import { after, seconds } from '#kernel/clock.ts'
import type { PostId } from '#kernel/ids.ts'
import type { PostDeps } from '../deps.ts'
import { postFor } from '../post-for.ts'
import { deletePresence, listPresentAtPost, savePresence } from './store.ts'

type PresenceDeps = Pick<PostDeps, 'db' | 'clock'>

/** A page says every 20 seconds that it is there, so that one lost request does not end it. */
const keepsMs = seconds(45)

/** Notes that the caller edits a post, for 45 seconds. Returns who edits it now. Nothing is locked, and no row of the post changes. */
export async function noteEditing({ db, clock }: PresenceDeps, caller: Caller, id: PostId) {
  const { profileId, ownerUid } = await postFor({ clock }, db, caller, id, 'editor')
  await savePresence(db, { postId: id, uid: caller.uid, ownerUid, expiresAt: after(clock.now(), keepsMs) })
  return { postId: id, profileId, people: await listPresentAtPost(db, id) }
}

/** Notes that the caller edits a post no more. */
export async function noteLeaving({ db, clock }: PresenceDeps, caller: Caller, id: PostId): Promise<void> {
  await postFor({ clock }, db, caller, id, 'editor', { alsoReadOnly: true })
  await deletePresence(db, id, caller.uid)
}
