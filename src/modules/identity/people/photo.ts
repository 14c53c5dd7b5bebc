import { inTx, type Tx } from '#infra/db/client.ts'
import { defineJob } from '#infra/queue/index.ts'
import type { Caller } from '#kernel/caller.ts'
import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { dropFace, fetchFace, isFaceUrl, putFace } from '#modules/faces/index.ts'
import { sentences } from '#rules/faults/sentences.ts'
import type { IdentityDeps, PhotoDeps } from '../deps.ts'
import { type PresentedUser, presentUser } from './present.ts'
import { findUser, lockUser, type User, updateUser } from './store.ts'

/** Fetches a user's photo from the URL in `avatar`. */
export const fetchUserFace = defineJob<{ readonly uid: UserId }>('identity.fetch-face', {
  expireAfterMs: seconds(120),
})

/** Stores the caller's uploaded photo, which replaces a URL. */
export function setMyPhoto(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'config'>,
  caller: Caller,
  image: Buffer,
): Promise<PresentedUser> {
  return inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const now = deps.clock.now()
    const faceId = await putFace(tx, { userUid: user.id }, image, now)
    if (faceId === user.faceId && user.avatar === null) return presentUser(deps, user)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: 'user.updated',
      subject: toWire('usr', user.id),
      changes: { photo: { from: user.faceId === null ? null : 'uploaded', to: 'uploaded' } },
    })
    return presentUser(deps, await updateUser(tx, user.id, { faceId, avatar: null, updatedAt: now }))
  })
}

/**
 * Returns the columns that a given `avatar` changes. The URL that a response contained changes nothing. Any other one
 * removes the photo, and is fetched later.
 */
export async function takeAvatar(
  deps: Pick<IdentityDeps, 'config' | 'queue'>,
  tx: Tx,
  user: User,
  given: string | null,
): Promise<{ readonly avatar?: string | null; readonly faceId?: null }> {
  if (given === presentUser(deps, user).avatar) return {}
  if (given !== null && isFaceUrl(given) && !given.startsWith('https:'))
    refuse('validation_failed', { errors: [{ path: '/avatar', code: 'invalid_value', message: sentences.https }] })
  await dropFace(tx, { userUid: user.id })
  if (given !== null) await deps.queue.enqueue(tx, fetchUserFace, { uid: user.id })
  return { avatar: given, faceId: null }
}

/** Fetches the photo at the URL that a user entered. A URL without a usable image leaves the user without a photo. */
export async function saveUserFace(deps: PhotoDeps, uid: UserId, signal: AbortSignal): Promise<void> {
  const url = (await findUser(deps.db, uid))?.avatar
  if (!url) return
  const image = await fetchFace(deps, { url, isTrusted: () => false, owner: uid, signal })
  if (!image) return
  await inTx(deps.db, async (tx) => {
    if ((await lockUser(tx, uid))?.avatar !== url) return
    await updateUser(tx, uid, { faceId: await putFace(tx, { userUid: uid }, image, deps.clock.now()) })
  })
}
