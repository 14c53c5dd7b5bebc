import { describePage } from '#connectors/link-card/read-page.ts'
import type { MediaWorker } from '#infra/media-worker/index.ts'
import { OutboundFailure } from '#infra/outbound/failure.ts'
import type { Answer, Outbound } from '#infra/outbound/outbound.ts'
import { type Clock, seconds } from '#kernel/clock.ts'
import type { KeptImage } from '#kernel/kept-images.ts'
import { shorten } from '#kernel/text/shorten.ts'

/** Loads pages and images that people link to. Their hosts are strangers. */

const loadMs = seconds(10)
const pageBytesMost = 2 * 1024 * 1024
const imageBytesMost = 3 * 1024 * 1024
const redirectsMost = 3
const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
const titleMost = 300
const descriptionMost = 1_000
/** The longest URL of an image that fits into the URL at this installation. */
const imageUrlMost = 2_000

/** Dependencies for loading pages and their images. */
export interface LoadDeps {
  readonly clock: Clock
  readonly outbound: Pick<Outbound, 'request'>
  readonly mediaWorker: Pick<MediaWorker, 'sniff'>
}

/** The title, description and image that a page gives for its links. */
export interface LinkPage {
  readonly title: string
  readonly description: string
  /** The URL of the image on its own host. */
  readonly image: string | null
}

/** Reads the head of a page, as connectors do that build cards themselves. Returns null if it makes no card. */
export async function loadPage(deps: LoadDeps, url: string): Promise<LinkPage | null> {
  const loaded = await load(deps, url, { accept: 'text/html', maxBytes: pageBytesMost })
  const page = loaded && describePage(loaded.answer, loaded.url)
  if (page === null || typeof page === 'string') return null
  const { title, description, picture } = page
  return {
    title: shorten(title, titleMost),
    description: shorten(description, descriptionMost),
    image: picture !== null && picture.length <= imageUrlMost ? picture : null,
  }
}

/** Loads an image. Returns null if it cannot be loaded, or has another type than those that every browser shows. */
export async function loadImage(deps: LoadDeps, url: string): Promise<KeptImage | null> {
  const accept = 'image/webp, image/jpeg, image/png'
  const loaded = await load(deps, url, { accept, maxBytes: imageBytesMost })
  if (!loaded) return null
  const bytes = loaded.answer.body
  const contentType = await deps.mediaWorker.sniff(bytes.subarray(0, 4_100))
  return contentType !== null && imageTypes.includes(contentType) ? { bytes, contentType } : null
}

interface Wanted {
  readonly accept: string
  readonly maxBytes: number
}

interface Loaded {
  readonly answer: Answer
  /** The URL after redirects. */
  readonly url: string
}

/** Loads a URL. The outbound guard checks each address, also after a redirect. Returns null if that fails. */
async function load({ outbound }: LoadDeps, first: string, { accept, maxBytes }: Wanted): Promise<Loaded | null> {
  const signal = AbortSignal.timeout(loadMs)
  let url = first
  for (let redirects = 0; redirects <= redirectsMost; redirects += 1) {
    try {
      const request = { url, headers: { accept }, timeoutMs: loadMs, maxBytes, signal, userNamed: true }
      const answer = await outbound.request(request)
      const { status, headers } = answer
      if (status >= 200 && status < 300) return { answer, url }
      const next = status >= 300 && status < 400 && headers.location ? URL.parse(headers.location, url) : null
      if (!next) return null
      url = next.href
    } catch (error) {
      if (error instanceof OutboundFailure) return null
      throw error
    }
  }
  return null
}
