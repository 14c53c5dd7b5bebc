import type { Db } from '#infra/db/client.ts'
import type { LinkDeps } from './deps.ts'
import { mediaOfOurUrl } from './links.ts'
import { findMedia } from './store.ts'

/**
 * The storagePath of the file that an address of ours names; null for every other address, and where the file is gone.
 * Whether the caller may use it is asked afterwards, by `mediaByPath`.
 */
export async function pathOfOurUrl(
  deps: Pick<LinkDeps, 'seal' | 'config'>,
  db: Db,
  url: string,
): Promise<string | null> {
  const id = mediaOfOurUrl(deps, url)
  return id === null ? null : ((await findMedia(db, id))?.storagePath ?? null)
}
