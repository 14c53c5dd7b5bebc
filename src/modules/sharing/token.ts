import { createHash, randomBytes } from 'node:crypto'
import type { SealedColumn } from '#infra/db/reseal.ts'
import type { ShareLinkId } from '#kernel/ids.ts'
import { deleteLink } from './store.ts'

/** Creates the token of a link: 128 random bits. A visitor needs nothing else to see the post. */
export const makeToken = (): string => randomBytes(16).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The context that a sealed token is bound to. */
export const tokenSealContext = (linkId: string): string => `share_link:${linkId}`

export const buildShareUrl = ({ publicUrl }: { readonly publicUrl: string }, token: string): string =>
  `${publicUrl}/v1/share/p/${token}`

/** Columns that a rotation of SECRET_KEY seals again. A link whose token is lost is deleted. */
export const sealedShareLinks: SealedColumn = {
  table: 'share_link',
  column: 'sealed_token',
  key: ['id'],
  boundTo: tokenSealContext,
  giveUp: (_deps, tx, id = '') => deleteLink(tx, id as ShareLinkId),
}
