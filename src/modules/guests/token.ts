import { createHash, randomBytes } from 'node:crypto'
import type { SealedColumn } from '#infra/db/reseal.ts'
import type { GuestId } from '#kernel/ids.ts'
import { deleteGuest } from './store.ts'

/** Creates the token of a guest’s link: 256 random bits. With it, anyone can see what the guest sees. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The context that a sealed token is bound to. */
export const tokenSealContext = (guestId: string): string => `guest:${guestId}`

export const portalPath = (token: string): string => `/v1/portal/${token}`

/** Columns that a rotation of SECRET_KEY seals again. A guest whose token is lost is deleted. */
export const sealedGuests: SealedColumn = {
  table: 'guest',
  column: 'sealed_token',
  key: ['id'],
  boundTo: tokenSealContext,
  giveUp: (_deps, tx, id = '') => deleteGuest(tx, id as GuestId),
}
