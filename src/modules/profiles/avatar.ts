import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseAt } from '#kernel/errors.ts'
import type { MediaId } from '#kernel/ids.ts'
import { faceUrl } from '#modules/faces/index.ts'
import type { ProfileDeps } from './deps.ts'
import { avatarAdvice, isHttpsUrl } from './schema.ts'
import type { ProfileRow } from './store.ts'

/** The columns of an avatar: a URL elsewhere, an image from the library, or an uploaded photo. */
export interface Avatar {
  readonly avatar: string | null
  readonly avatarMediaId: MediaId | null
}

/**
 * Completes the upload that an avatar refers to, so that `resolveAvatar` finds it. Call this before the transaction.
 */
export async function settleAvatar(
  { guards }: Pick<ProfileDeps, 'guards'>,
  caller: Caller,
  { avatar }: { readonly avatar?: string | null | undefined },
): Promise<void> {
  if (avatar) await refuseAt('/avatar', () => guards.avatars.settle(caller, avatar))
}

/** Returns the columns for a given avatar. An uploaded image is stored by its ID, since links to it expire. */
export async function resolveAvatar(
  { guards }: Pick<ProfileDeps, 'guards'>,
  tx: Tx,
  caller: Caller,
  given: string | null,
): Promise<Avatar> {
  if (given === null) return { avatar: null, avatarMediaId: null }
  const avatarMediaId = await guards.avatars.find(tx, caller, given)
  if (avatarMediaId !== null) return { avatar: null, avatarMediaId }
  if (!isHttpsUrl(given)) {
    refuse('validation_failed', { errors: [{ path: '/avatar', code: 'invalid_value', message: avatarAdvice }] })
  }
  return { avatar: given, avatarMediaId: null }
}

/** Returns a profile as the API shows it. An image from the library gets a link that a browser can show. */
export function presentProfile<Row extends ProfileRow>(
  { guards, config }: Pick<ProfileDeps, 'guards' | 'config'>,
  profile: Row,
) {
  const { avatar, avatarMediaId, faceId } = profile
  const avatarUrl = avatarMediaId === null ? faceUrl({ config }, faceId) : guards.avatars.urlOf(avatarMediaId)
  const approvalSteps = profile.approvalSteps.map((step) => ({
    ...step,
    roles: [...step.roles],
    uids: [...step.uids],
    guestIds: [...(step.guestIds ?? [])],
  }))
  return { ...profile, approvalSteps, avatar: avatar ?? avatarUrl, avatarUrl }
}
