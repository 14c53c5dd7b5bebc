import type { Db, Tx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { ProfileId, ProfileInviteId, UserId } from '#kernel/ids.ts'
import { inviteHashOf } from './invite-token.ts'
import { addressOf, endInvite, inviteToConnect, openInviteById } from './member-store.ts'

/** An invitation that makes nobody a member: whoever has it may connect one account to the profile. */
export interface ConnectInvite {
  readonly id: ProfileInviteId
  readonly profileId: ProfileId
  readonly profileName: string
  /** In whose name it is done, as long as that person may. */
  readonly invitedBy: UserId
  readonly inviterName: string
  /** Only somebody with this address may use it; null: whoever has it. */
  readonly email: string | null
}

/** What a token stands for, as long as it does. */
export async function connectInviteFor(db: Db, token: string, now: Date): Promise<ConnectInvite> {
  const invite = (await inviteToConnect(db, inviteHashOf(token), now)) ?? refuseInvite()
  if (invite.role !== null)
    refuse('profile_invite_for_members', { detail: `It makes you ${invite.role} of the profile.` })
  return invite
}

/** In whose name it is used, as long as it is good. */
export const connectInviterOf = async (db: Db, id: ProfileInviteId, now: Date): Promise<UserId | null> =>
  (await openInviteById(db, id, now))?.invitedBy ?? null

/** Whether this person is the one whom it was made for. */
export async function demandInvited(db: Db, { email }: ConnectInvite, uid: UserId): Promise<void> {
  if (email === null || (await addressOf(db, uid))?.toLowerCase() === email.toLowerCase()) return
  refuse('profile_invite_for_another', { detail: 'Sign in with the address that the invitation was made for.' })
}

/** Once. Called under the lock of the profile. */
export async function useConnectInvite(tx: Tx, profileId: ProfileId, id: ProfileInviteId, now: Date): Promise<void> {
  if (!(await endInvite(tx, profileId, id, now))) refuseInvite()
}

export function refuseInvite(): never {
  refuse('profile_invite_not_found', { detail: 'It is unknown, used, revoked or expired; ask for another.' })
}
