import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { estimateFit, type FitRule, type ImageFacts, planFit } from '#infra/media-worker/index.ts'
import { diskFault, type Range } from '#infra/storage/index.ts'
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
