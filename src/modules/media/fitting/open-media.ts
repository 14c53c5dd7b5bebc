import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { estimateFit, type FitRule, type ImageFacts, planFit } from '#infra/media-worker/index.ts'
import { diskFault, type Range } from '#infra/storage/index.ts'
import type { UserId } from '#kernel/ids.ts'
import { canonical } from '#kernel/json.ts'
import type { MediaDeps } from '../deps.ts'
import type { MediaRow } from '../store.ts'
import type { FittedMedia } from './fitted-memory.ts'

/** Opens a stream of a file, or of part of it. */
export const openMedia = (
  { storage }: Pick<MediaDeps, 'storage'>,
  media: Pick<MediaRow, 'fileKey'>,
  range?: Range,
): Promise<Readable> => storage.read(media.fileKey, range)

type FitDeps = Pick<MediaDeps, 'storage' | 'scratch' | 'mediaWorker' | 'fittedMemory'>

/**
 * Fits an image to a destination's rule: unchanged, converted, or impossible with the rule that prevents it. `signal`
 * aborts when no requester is left.
 */
export async function fitMedia(
  deps: FitDeps,
  media: MediaRow,
  rule: FitRule,
  signal?: AbortSignal,
): Promise<FittedMedia> {
  const { facts, fileKey } = media
  if (facts.kind !== 'image') throw new Error('only images are fitted')
  const plan = planFit({ ...facts, size: media.size }, rule)
  if (plan.action === 'as-is') return { outcome: 'as-is' }
  if (plan.action === 'reject') return { outcome: 'cannot', rule: plan.rule, detail: plan.why }
  // A key always refers to the same bytes, whichever media entry leads to it.
  const name = `${fileKey} ${canonical(rule)}`
  const { isLong } = estimateFit(facts)
  const params = { owner: media.ownerUid, isLong, signal }
  return deps.fittedMemory.ask(name, () => makeFitted(deps, media, facts, rule), params)
}

async function makeFitted(deps: FitDeps, media: MediaRow, facts: ImageFacts, rule: FitRule): Promise<FittedMedia> {
  const from = await deps.scratch.newPath()
  const to = `${from}-fitted`
  try {
    await pipeline(await openMedia(deps, media), createWriteStream(from))
    const fitted = await deps.mediaWorker.fit(from, facts, rule, to, { owner: media.ownerUid })
    if (fitted.outcome !== 'fitted') return fitted
    const { outcome, contentType, width, height } = fitted
    const bytes = await readFile(to)
    const etag = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    return { outcome, contentType, width, height, bytes, etag }
  } catch (error) {
    throw diskFault(error)
  } finally {
    await rm(from, { force: true })
    await rm(to, { force: true })
  }
}

export interface FittedBytes {
  readonly contentType: string
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/**
 * Fits a still image from elsewhere, which is in no library, to a rule. For an animated image, the first frame is used.
 * Returns the reason as text if that is not possible.
 */
export async function fitBytes(
  { scratch, mediaWorker }: Pick<MediaDeps, 'scratch' | 'mediaWorker'>,
  bytes: Uint8Array,
  rule: FitRule,
  owner: UserId,
): Promise<FittedBytes | string> {
  const from = await scratch.newPath()
  const to = `${from}-fitted`
  try {
    await writeFile(from, bytes)
    const examined = await mediaWorker.examine(from, { owner, isUrgent: true })
    if (examined.outcome === 'bad') return examined.detail
    const { facts } = examined
    if (facts.kind !== 'image') return 'The file is not an image.'
    const fitted = await mediaWorker.fit(from, { ...facts, animated: false, frames: 1 }, rule, to, { owner })
    if (fitted.outcome === 'cannot') return fitted.detail
    const { contentType, width, height } = fitted.outcome === 'fitted' ? fitted : facts
    return { contentType, width, height, bytes: await readFile(fitted.outcome === 'fitted' ? to : from) }
  } catch (error) {
    throw diskFault(error)
  } finally {
    await rm(from, { force: true })
    await rm(to, { force: true })
  }
}
