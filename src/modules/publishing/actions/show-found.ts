import type { Tx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Publication, RowChanges } from '../publication.ts'
import { showParts } from '../store/fenced.ts'
import { updateLocked } from '../store/rows.ts'

export interface Found {
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
