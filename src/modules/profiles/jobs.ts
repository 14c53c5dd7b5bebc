import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { before, days } from '#kernel/clock.ts'
import type { ProfileInviteId } from '#kernel/ids.ts'
import { sendProfileInvite } from '#modules/mail/index.ts'
import { trashKeepsMs } from '#rules/trash.ts'
import type { ProfileDeps } from './deps.ts'
import { hashInviteToken, mailedInviteToken } from './invites/invite-token.ts'
import { deleteOldInvites, findNamedInvite, setInviteHash } from './invites/store.ts'
import { fetchProfileFace, saveProfileFace } from './photo.ts'
import { deleteTrashedProfiles } from './store.ts'

const oldInvitesKeptMs = days(30)
const atOnce = 200

/** Deletes profiles that have been in the trash for 30 days, and old invitations. A cron enqueues it. */
export const purgeProfiles = defineJob('profiles.purge')

/** Emails an invitation. The token is derived from the ID again, so that no job contains it. */
export const mailInvite = defineJob<{ readonly inviteId: ProfileInviteId }>('profiles.invite-mail')

type ProfileJobDeps = Pick<ProfileDeps, 'db' | 'clock' | 'seal'> &
  Parameters<typeof sendProfileInvite>[0] &
  Parameters<typeof saveProfileFace>[0]

export function profileHandlers(deps: ProfileJobDeps): readonly Handled[] {
  const { db, clock, seal } = deps
  return [
    handle(purgeProfiles, async (_data, { signal }) => {
      const deletedBefore = before(clock.now(), trashKeepsMs)
      // Delete in small batches, so that no lock is held for long even if a profile has much data.
      while (!signal.aborted && (await deleteTrashedProfiles(db, deletedBefore, atOnce)) === atOnce);
      await deleteOldInvites(db, before(clock.now(), oldInvitesKeptMs))
    }),
    handle(fetchProfileFace, ({ profileId }, { signal }) => saveProfileFace(deps, profileId, signal)),
    handle(mailInvite, async ({ inviteId }, { id }) => {
      const invite = await findNamedInvite(db, inviteId, clock.now())
      if (!invite || invite.email === null || invite.role === null) return
      const inviteToken = mailedInviteToken(seal, inviteId)
      const tokenHash = hashInviteToken(inviteToken)
      // SECRET_KEY may have changed since the invitation was made.
      if (!tokenHash.equals(invite.tokenHash)) await setInviteHash(db, inviteId, tokenHash)
      await sendProfileInvite(deps, {
        jobId: id,
        to: invite.email,
        // The reader's language is unknown. The inviter most likely shares a language with them.
        locale: invite.inviterLocale,
        inviter: invite.inviterName,
        profile: invite.profileName,
        role: invite.role,
        inviteToken,
        until: invite.expiresAt.toISOString().slice(0, 10),
      })
    }),
  ]
}
