import { buffer } from 'node:stream/consumers'
import { type MediaRule, MediaUnfit, type OutgoingMedia, type Sendable } from '#connectors/connector.ts'
import type { MediaId, UserId } from '#kernel/ids.ts'
import {
  type FittedBytes,
  findMedia,
  fitBytes,
  fitMedia,
  type MediaDeps,
  makeFittedUrl,
  makeProxyUrl,
  openMedia,
  planFit,
} from '#modules/media/index.ts'

type SendableDeps = Pick<MediaDeps, 'db' | 'storage' | 'scratch' | 'mediaWorker' | 'fittedMemory'>
type FitRule = Parameters<typeof fitMedia>[2]

/**
 * Returns the bytes of a file as a network accepts them. Videos, and images that already fit, are read from storage.
 */
export async function sendableOf(
  deps: SendableDeps,
  item: OutgoingMedia,
  rule: MediaRule | undefined,
): Promise<Sendable> {
  const media = await findMedia(deps.db, item.mediaId as MediaId)
  if (!media) throw new MediaUnfit(gone)
  const fitRule = fitRuleFor(item, rule)
  if (fitRule && media.facts.kind === 'image') {
    const fitted = await fitMedia(deps, media, fitRule)
    if (fitted.outcome === 'cannot') throw new MediaUnfit(fitted.detail)
    if (fitted.outcome === 'fitted') {
      return inMemory(fitted)
    }
  }
  const { contentType, size, facts } = media
  const open = (start = 0, end = size) => openMedia(deps, media, { start, end })
  return {
    contentType,
    size,
    width: facts.width,
    height: facts.height,
    read: async (start, end) => buffer(await open(start, end)),
    async *stream() {
      yield* await open()
    },
  }
}

/** Fits a still image from elsewhere, such as a linked page. */
export async function sendableFrom(
  deps: Pick<MediaDeps, 'scratch' | 'mediaWorker'>,
  bytes: Uint8Array,
  rule: MediaRule,
  ownerUid: UserId,
): Promise<Sendable> {
  const fitted = await fitBytes(deps, bytes, rule as FitRule, ownerUid)
  if (typeof fitted === 'string') throw new MediaUnfit(fitted)
  return inMemory(fitted)
}

const inMemory = ({ contentType, width, height, bytes }: FittedBytes): Sendable => ({
  contentType,
  size: bytes.length,
  width,
  height,
  read: async (start, end) => bytes.subarray(start, end),
  stream: () => once(bytes),
})

/** Returns a URL where a network can fetch the same bytes. */
export async function linkOf(
  deps: Pick<MediaDeps, 'db' | 'seal' | 'clock' | 'config'>,
  item: OutgoingMedia,
  rule: MediaRule | undefined,
): Promise<string> {
  const media = await findMedia(deps.db, item.mediaId as MediaId)
  if (!media) throw new MediaUnfit(gone)
  const { facts, size } = media
  const fitRule = fitRuleFor(item, rule)
  if (!fitRule || facts.kind !== 'image') return makeProxyUrl(deps, media)
  const plan = planFit({ ...facts, size }, fitRule)
  if (plan.action === 'reject') throw new MediaUnfit(plan.why)
  return plan.action === 'as-is' ? makeProxyUrl(deps, media) : makeFittedUrl(deps, media, fitRule)
}

/** Returns a network's rule with the view of the author. It may name formats that we cannot make: no candidates. */
const fitRuleFor = ({ view }: OutgoingMedia, rule: MediaRule | undefined): FitRule | undefined =>
  view === undefined ? (rule as FitRule | undefined) : { ...(rule as FitRule | undefined), view }

const gone = 'A file in this post was deleted. Replace it.'

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
