import type { Db, Tx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { ProfileId, ProfileInviteId, UserId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import { findAddress } from '../members/store.ts'
import { hashInviteToken } from './invite-token.ts'
import { endInvite, findNamedInviteByHash, findUsableInvite } from './store.ts'

/** An invitation that grants no membership: its holder may connect one account to the profile. */
export interface ConnectInvite {
  readonly id: ProfileInviteId
  readonly profileId: ProfileId
  readonly profileName: string
  /** The member on whose behalf the account is connected, as long as that member is allowed to. */
  readonly invitedBy: UserId
  readonly inviterName: string
  /** The only email address that may use the invitation. Null if any holder may. */
  readonly email: string | null
  /** The networks to choose from. Null for all. */
  readonly networks: readonly Network[] | null
  readonly note: string | null
  readonly faceId: string | null
  readonly brandColor: string | null
  readonly expiresAt: Date
}

/** Returns the valid invitation with this token. Refuses an invitation that grants membership. */
export async function findConnectInvite(db: Db, token: string, now: Date): Promise<ConnectInvite> {
  const invite = (await findNamedInviteByHash(db, hashInviteToken(token), now)) ?? refuseInvite()
  if (invite.role !== null)
    refuse('profile_invite_for_members', {
      detail: `This invitation grants the role ${invite.role}. Accept it with POST /v1/profiles/invites/accept.`,
    })
  return invite
}

/** Returns the inviter of a valid invitation, or null if the invitation is no longer valid. */
export const findConnectInviter = async (db: Db, id: ProfileInviteId, now: Date): Promise<UserId | null> =>
  (await findUsableInvite(db, id, now))?.invitedBy ?? null

/** Refuses unless the invitation is for this user, or for any holder. */
export async function requireInvitedAddress(db: Db, { email }: ConnectInvite, uid: UserId): Promise<void> {
  if (email === null || (await findAddress(db, uid))?.toLowerCase() === email.toLowerCase()) return
  refuse('profile_invite_for_another', { detail: 'Sign in with the email address that was invited.' })
}

/** Refuses a network that the person who invites has not chosen. */
export function requireInvitedNetwork({ networks }: ConnectInvite, network: Network): void {
  if (networks === null || networks.includes(network)) return
  refuse('profile_invite_for_other_networks', { detail: `Choose one of: ${networks.join(', ')}.` })
}

/** Uses up the invitation. Refuses if it was already used or has ended. Call this under the profile's lock. */
export async function spendConnectInvite(tx: Tx, profileId: ProfileId, id: ProfileInviteId, now: Date): Promise<void> {
  if (!(await endInvite(tx, profileId, id, now))) refuseInvite()
}

export function refuseInvite(): never {
  refuse('profile_invite_not_found', {
    detail: 'This invitation has expired or was already used. Ask for a new one.',
  })
}
