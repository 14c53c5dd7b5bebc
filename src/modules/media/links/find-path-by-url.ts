import type { Db } from '#infra/db/client.ts'
import type { LinkDeps } from '../deps.ts'
import { findMedia } from '../store.ts'
import { readOwnUrl } from './links.ts'

/**
 * Returns the storagePath of the file that one of our URLs identifies. Null for any other URL, and if the file is gone.
 * `mediaByPath` then checks whether the caller may use it.
 */
export async function findPathByUrl(
  deps: Pick<LinkDeps, 'seal' | 'config'>,
  db: Db,
  url: string,
): Promise<string | null> {
  const id = readOwnUrl(deps, url)
  return id === null ? null : ((await findMedia(db, id))?.storagePath ?? null)
}
