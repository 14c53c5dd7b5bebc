import type { Tx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Change } from '../deps.ts'
import { describeChange, type Publication, type RowChanges } from '../publication.ts'
import { belongsToAnother, showParts } from '../store/fenced.ts'
import { lockPublications, updateLocked } from '../store/rows.ts'
import { notPublished, words } from '../words.ts'

/** `not_unknown`: the target has already been resolved, or its outcome was never unknown. */
type Resolved =
  | { readonly outcome: 'resolved'; readonly change: Change }
  | { readonly outcome: 'not_unknown' }
  | { readonly outcome: 'belongs_to_another' }

/**
 * Resolves an unknown outcome according to what a user saw on the network. `published`: the post is there. `absent`: it
 * is not, so the publication fails, and a retry sends it again under the same keys. The caller has locked the post that
 * owns the target, and reports the change.
 */
export async function resolve(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  publicationId: string,
  as: 'published' | 'absent',
  found: Found = { remoteId: null, url: null },
): Promise<Resolved> {
  const [row] = await lockPublications(tx, [publicationId])
  if (row?.status !== 'unknown') return { outcome: 'not_unknown' }
  const cleared = { begunFirst: null, begunLast: null, begunTries: 0, doubt: null, accepted: false, rawError: null }
  const revision = row.revision + 1
  if (as === 'absent') {
    const status = row.partsShown > 0 ? 'published' : 'failed'
    const errorCode = row.partsShown > 0 ? 'thread_incomplete' : notPublished
    const changes = { ...cleared, revision, status, errorCode, error: words.notThere, retryable: true } as const
    return { outcome: 'resolved', change: describeChange(await updateLocked(tx, row.id, changes), row.status) }
  }
  if (found.remoteId !== null && (await belongsToAnother(tx, row, found.remoteId)))
    return { outcome: 'belongs_to_another' }
  // The rest of a thread needs the network's ID of this part, which a user may not have.
  const isWhole = row.partsShown + 1 >= row.partsTotal
  const resolved = await showFound({ clock }, tx, row, found, {
    ...cleared,
    errorCode: isWhole ? null : 'thread_incomplete',
    error: isWhole ? null : words.restMissing,
  })
  return { outcome: 'resolved', change: describeChange(resolved, row.status) }
}

interface Found {
  readonly remoteId: string | null
  readonly url: string | null
}

/** A user reported that the next part is published. Marks the publication as published up to that part. The row is locked. */
export async function showFound(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  row: Publication,
  found: Found,
  changes: RowChanges,
): Promise<Publication> {
  const shown = await updateLocked(tx, row.id, {
    ...changes,
    revision: row.revision + 1,
    status: 'published',
    partsShown: row.partsShown + 1,
    shownAt: row.shownAt ?? clock.now(),
    ...(row.partsShown === 0 ? found : {}),
    retryable: false,
  })
  await showParts(tx, [{ publication: shown, shown: { part: row.partsShown, ...found } }])
  return shown
}
