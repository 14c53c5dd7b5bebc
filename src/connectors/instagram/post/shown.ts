import type { Next } from '#connectors/connector.ts'
import type { Memo } from '../memo.ts'

/** Builds the result for a published post. The step `name` follows, because people need the post's URL. */
export const shownAs = (memo: Memo, remoteId: string): Next<Memo> => ({
  memo: { ...memo, post: remoteId },
  shown: { part: 0, remoteId, url: null },
  then: 'name',
})

/** Builds the result for a published post whose ID is not known yet. */
export const outAs = (memo: Memo): Next<Memo> => ({
  memo,
  shown: { part: 0, remoteId: null, url: null },
  then: 'locate',
})
