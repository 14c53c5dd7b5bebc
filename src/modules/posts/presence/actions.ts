import type { Caller } from '#kernel/caller.ts'
import { after, seconds } from '#kernel/clock.ts'
import type { PostId } from '#kernel/ids.ts'
import type { PostDeps } from '../deps.ts'
import { postFor } from '../post-for.ts'
import { deletePresence, listPresentAtPost, savePresence } from './store.ts'

type PresenceDeps = Pick<PostDeps, 'db' | 'clock'>

/** A page reports every 20 seconds, so a single lost request does not end the presence. */
const keepsMs = seconds(45)

/**
 * Records that the caller is editing a post, for 45 seconds. Returns who is editing it now. Nothing is locked, and no
 * row of the post changes.
 */
export async function noteEditing({ db, clock }: PresenceDeps, caller: Caller, id: PostId) {
  const { profileId, ownerUid } = await postFor({ clock }, db, caller, id, 'write')
  await savePresence(db, { postId: id, uid: caller.uid, ownerUid, expiresAt: after(clock.now(), keepsMs) })
  return { postId: id, profileId, people: await listPresentAtPost(db, id) }
}

/** Records that the caller has stopped editing a post. */
export async function noteLeaving({ db, clock }: PresenceDeps, caller: Caller, id: PostId): Promise<void> {
  await postFor({ clock }, db, caller, id, 'write', { alsoReadOnly: true })
  await deletePresence(db, id, caller.uid)
}
