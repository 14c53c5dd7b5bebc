import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { applyEdits } from '#infra/media-worker/index.ts'
import { refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import type { MediaDeps } from '../deps.ts'
import { insertArriving, type Whole } from '../storage/store.ts'
import { type Claim, demandAgreement } from './families.ts'
import type { Received } from './receive.ts'

export interface Fresh {
  readonly key: string
  readonly whole: Whole
}

export const posterBeside = (path: string): string => `${path}-poster`

/**
 * Examines a received file, cleans it and puts it into storage under a new random key. Its row says `arriving`, so that
 * it is removed again unless media are created from it.
 */
export async function makeStored(
  deps: Pick<MediaDeps, 'db' | 'clock' | 'storage' | 'mediaWorker'>,
  received: Received,
  claim: Claim,
  ownerUid: UserId,
): Promise<Fresh> {
  const { path } = received
  const examined = await deps.mediaWorker.examine(path, { posterPath: posterBeside(path), owner: ownerUid })
  if (examined.outcome === 'bad') refuse(examined.code, { detail: examined.detail })
  const { facts, posterPath } = examined
  demandAgreement(facts.contentType, claim)
  await applyEdits(path, examined.edits)
  const { size } = await stat(path)
  const posterSize = posterPath === null ? null : (await stat(posterPath)).size

  const key = `media/${randomBytes(16).toString('hex')}`
  await insertArriving(deps.db, key, ownerUid, deps.clock.now())
  if (posterPath !== null) await deps.storage.putFile(posterBeside(key), posterPath, 'image/jpeg')
  await deps.storage.putFile(key, path, facts.contentType)
  return { key, whole: { hash: received.hash, size, contentType: facts.contentType, facts, posterSize } }
}
