import { readFile, rm, writeFile } from 'node:fs/promises'
import { diskFault, type Scratch } from '#infra/storage/index.ts'
import type { FitRule, MediaWorker } from './contract.ts'

export interface FittedBytes {
  readonly contentType: string
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

export interface FitDeps {
  readonly scratch: Scratch
  readonly mediaWorker: MediaWorker
}

/**
 * Fits a still image from elsewhere, which is in no library, to a rule. For an animated image, the first frame is used.
 * Returns the reason as text if that is not possible.
 */
export async function fitBytes(
  { scratch, mediaWorker }: FitDeps,
  bytes: Uint8Array,
  rule: FitRule,
  owner: string,
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
