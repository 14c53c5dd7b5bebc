import { inTx, type Tx } from '#infra/db/client.ts'
import { defineJob } from '#infra/queue/index.ts'
import type { Caller } from '#kernel/caller.ts'
import { seconds } from '#kernel/clock.ts'
import { type ProfileId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { dropFace, type FaceDeps, fetchFace, putFace } from '#modules/faces/index.ts'
import { type Avatar, presentProfile, resolveAvatar } from './avatar.ts'
import type { ProfileDeps } from './deps.ts'
import { profileFor } from './profile-for.ts'
import { findProfileById, type ProfileRow, updateProfile } from './store.ts'

/** Fetches a brand's image from the URL in `avatar`. */
export const fetchProfileFace = defineJob<{ readonly profileId: ProfileId }>('profiles.fetch-face', {
  expireAfterMs: seconds(120),
})

/** Stores the uploaded photo of a brand, which replaces a URL and an image from the library. */
export function setProfilePhoto(deps: ProfileDeps, caller: Caller, id: ProfileId, image: Buffer): Promise<ProfileRow> {
  return inTx(deps.db, async (tx) => {
    const before = await profileFor(tx, caller, id, 'manage')
    const { ownerUid } = before
    const now = deps.clock.now()
    const faceId = await putFace(tx, { profileId: id }, image, now)
    if (faceId === before.faceId && before.avatar === null && before.avatarMediaId === null) return before
    await deps.emit(tx, { type: 'profile.updated', ownerUid, profileId: id })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'profile.updated',
      subject: toWire('prof', id),
      changes: { photo: { from: before.faceId === null ? null : 'uploaded', to: 'uploaded' } },
    })
    const changes = { faceId, avatar: null, avatarMediaId: null }
    return await updateProfile(tx, id, { ...changes, version: before.version + 1, updatedAt: now })
  })
}

/**
 * Returns the columns that a given `avatar` changes. The URL that a response contained changes nothing. Any other one
 * removes the photo, and a URL elsewhere is fetched later.
 */
export async function changeAvatar(
  deps: ProfileDeps,
  tx: Tx,
  caller: Caller,
  before: ProfileRow,
  given: string | null | undefined,
): Promise<Partial<Avatar> & { readonly faceId?: null }> {
  if (given === undefined || given === presentProfile(deps, before).avatar) return {}
  const avatar = await resolveAvatar(deps, tx, caller, given)
  const isSame = avatar.avatar === before.avatar && avatar.avatarMediaId === before.avatarMediaId
  if (isSame && given !== null) return {}
  await dropFace(tx, { profileId: before.id })
  await fetchAvatar(deps, tx, before.id, avatar)
  return { ...avatar, faceId: null }
}

/** Enqueues the fetch of an avatar that is a URL elsewhere. */
export async function fetchAvatar(
  { queue }: Pick<ProfileDeps, 'queue'>,
  tx: Tx,
  profileId: ProfileId,
  { avatar }: Avatar,
): Promise<void> {
  if (avatar !== null) await queue.enqueue(tx, fetchProfileFace, { profileId })
}

type FetchDeps = Pick<ProfileDeps, 'db' | 'clock' | 'emit'> & FaceDeps

/** Fetches the image at the URL of a brand. A URL without a usable image leaves the brand without an image. */
export async function saveProfileFace(deps: FetchDeps, id: ProfileId, signal: AbortSignal): Promise<void> {
  const profile = await findProfileById(deps.db, id, false)
  const url = profile?.avatar
  if (!url) return
  const image = await fetchFace(deps, { url, isTrusted: () => false, owner: profile.ownerUid, signal })
  if (!image) return
  await inTx(deps.db, async (tx) => {
    const before = await findProfileById(tx, id, true)
    if (before?.avatar !== url) return
    const faceId = await putFace(tx, { profileId: id }, image, deps.clock.now())
    if (faceId === before.faceId) return
    await updateProfile(tx, id, { faceId, version: before.version + 1 })
    await deps.emit(tx, { type: 'profile.updated', ownerUid: before.ownerUid, profileId: id })
  })
}
