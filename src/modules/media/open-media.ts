import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { diskFault, type Range } from '#infra/storage/index.ts'
import { type FitRule, type Fitted, planFit } from '#infra/workshop/index.ts'
import type { MediaDeps } from './deps.ts'
import type { MediaRow } from './store.ts'

/** The bytes of a file, or a part of them. */
export const openMedia = (
  { storage }: Pick<MediaDeps, 'storage'>,
  media: Pick<MediaRow, 'fileKey'>,
  range?: Range,
): Promise<Readable> => storage.read(media.fileKey, range)

type FittedFile = Extract<Fitted, { outcome: 'fitted' }>

/** A fitted picture lies in a file of its own until it is disposed of. */
export type FittedMedia = Exclude<Fitted, FittedFile> | (FittedFile & AsyncDisposable)

/** A picture as a destination takes it: as it is, made anew, or not at all, and then by which rule. */
export async function fitMedia(
  deps: Pick<MediaDeps, 'storage' | 'scratch' | 'workshop'>,
  media: MediaRow,
  rule: FitRule,
): Promise<FittedMedia> {
  const { facts } = media
  if (facts.kind === 'video') throw new Error('videos are not fitted')
  const plan = planFit({ ...facts, size: media.size }, rule)
  if (plan.action === 'as-is') return { outcome: 'as-is' }
  if (plan.action === 'reject') return { outcome: 'cannot', rule: plan.rule, detail: plan.why }

  const from = await deps.scratch.newPath()
  const to = `${from}-fitted`
  let handedOver = false
  try {
    await pipeline(await openMedia(deps, media), createWriteStream(from))
    const fitted = await deps.workshop.fit(from, facts, rule, to)
    if (fitted.outcome !== 'fitted') return fitted
    handedOver = true
    return { ...fitted, [Symbol.asyncDispose]: () => rm(to, { force: true }) }
  } catch (error) {
    throw diskFault(error)
  } finally {
    await rm(from, { force: true })
    if (!handedOver) await rm(to, { force: true })
  }
}
