import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import type { MediaDeps } from '../deps.ts'
import { insertArriving, type WholeFile } from '../storage/store.ts'
import { type FileClaim, requireMatchingClaim } from './families.ts'
import type { ReceivedFile } from './receive-file.ts'

export interface FreshFile {
  readonly key: string
  readonly whole: WholeFile
}

export const addPosterSuffix = (path: string): string => `${path}-poster`

/**
 * Examines and cleans a received file, and puts it into storage under a new random key. Its row says `arriving`, so it
 * is removed unless media are created from it.
 */
export async function storeFile(
  deps: Pick<MediaDeps, 'db' | 'clock' | 'storage' | 'mediaWorker'>,
  received: ReceivedFile,
  claim: FileClaim,
  ownerUid: UserId,
  signal: AbortSignal | undefined,
): Promise<FreshFile> {
  const { path } = received
  const examined = await deps.mediaWorker.examine(path, { posterPath: addPosterSuffix(path), owner: ownerUid, signal })
  if (examined.outcome === 'bad') refuse(examined.code, { detail: examined.detail })
  const { facts, posterPath } = examined
  requireMatchingClaim(facts.contentType, claim)
  const { size } = await stat(path)
  const posterSize = posterPath === null ? null : (await stat(posterPath)).size

  const key = `media/${randomBytes(16).toString('hex')}`
  await insertArriving(deps.db, key, ownerUid, deps.clock.now())
  if (posterPath !== null) await deps.storage.putFile(addPosterSuffix(key), posterPath, 'image/jpeg')
  await deps.storage.putFile(key, path, facts.contentType)
  return { key, whole: { hash: received.hash, size, contentType: facts.contentType, facts, posterSize } }
}
