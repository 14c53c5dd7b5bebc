import type { SealedColumn } from '#infra/db/reseal.ts'
import type { ShareLinkId } from '#kernel/ids.ts'
import { deleteLink } from './store.ts'
import { tokenSealContext } from './token.ts'

/** Columns that a rotation of SECRET_KEY seals again. A link whose token is lost is deleted. */
export const sealedShareLinks: SealedColumn = {
  table: 'share_link',
  column: 'sealed_token',
  key: ['id'],
  boundTo: tokenSealContext,
  giveUp: (_deps, tx, id = '') => deleteLink(tx, id as ShareLinkId),
}
