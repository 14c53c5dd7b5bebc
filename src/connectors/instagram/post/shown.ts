import type { Next } from '#connectors/connector.ts'
import type { Memo } from '../memo.ts'

/** Builds the result for a post that is out. The step `name` follows, since people find the post by its address. */
export const shownAs = (memo: Memo, remoteId: string): Next<Memo> => ({
  memo: { ...memo, post: remoteId },
  shown: { part: 0, remoteId, url: null },
  then: 'name',
})

/** Builds the result for a post that is out under an id that is still to be found. */
export const outAs = (memo: Memo): Next<Memo> => ({
  memo,
  shown: { part: 0, remoteId: null, url: null },
  then: 'locate',
})
