import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { MediaId } from '#kernel/ids.ts'
import type { LinkDeps } from '../deps.ts'
import { mediaByPath } from '../media-for.ts'
import { findMedia } from '../store.ts'
import { type SettleDeps, settleUploads } from '../uploads/settle-upload.ts'
import { isOwnUrl, readOwnUrl, storagePathShape } from './links.ts'

/**
 * Returns the image that a storagePath or one of our URLs identifies, if the caller may use it. Null if the text is a
 * URL elsewhere.
 */
export async function findPicture(
  deps: Pick<LinkDeps, 'seal' | 'config'>,
  db: Db,
  caller: Caller,
  name: string,
): Promise<MediaId | null> {
  const isPath = storagePathShape.test(name)
  if (!isPath && !isOwnUrl(deps, name)) return null
  const storagePath = (isPath ? name : await findPathByUrl(deps, db, name)) ?? refuse('media_not_found')
  const { id, facts } = await mediaByPath(db, caller, storagePath, 'write', { lock: false })
  if (facts.kind !== 'image')
    refuse('media_type_not_allowed', { detail: `This file is a ${facts.kind}. Send an image.` })
  return id
}

/** Settles the upload with this storagePath, so that `findPicture` finds it. Call this before the transaction. */
export async function settlePicture(deps: SettleDeps, caller: Caller, name: string): Promise<void> {
  for (const refusal of (await settleUploads(deps, caller, [name])).values()) throw refusal
}

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
