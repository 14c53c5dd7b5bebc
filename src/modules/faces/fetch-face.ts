import { fitBytes } from '#infra/media-worker/index.ts'
import { OutboundFailure } from '#infra/outbound/failure.ts'
import { seconds } from '#kernel/clock.ts'
import type { UserId } from '#kernel/ids.ts'
import type { FaceDeps } from './deps.ts'
import { faceRule } from './face-rule.ts'

const fetchMs = seconds(15)
const maxBytes = 4 * 1024 * 1024
const redirectsMax = 3

interface FaceSource {
  readonly url: string
  /** True for origins that the operator configured. Any other host must be public, also after a redirect. */
  isTrusted(url: string): boolean
  /** The user whose share of the media worker is used. */
  readonly owner: UserId
  readonly signal: AbortSignal
}

/**
 * Fetches an image and converts it to a face. Browsers never load it from its origin, which would see who looks at it.
 * Returns null if the URL leads to no usable image: a missing face is not an error.
 */
export async function fetchFace(deps: FaceDeps, source: FaceSource): Promise<Buffer | null> {
  const bytes = await fetchImage(deps, source)
  return bytes === null ? null : await makeFace(deps, bytes, source.owner)
}

async function fetchImage(
  { outbound }: Pick<FaceDeps, 'outbound'>,
  { url: first, isTrusted, signal }: FaceSource,
): Promise<Buffer | null> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(fetchMs)])
  let url = first
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    try {
      const userNamed = !isTrusted(url)
      const { status, headers, body } = await outbound.request({
        url,
        headers: { accept: 'image/webp, image/png, image/jpeg, image/gif' },
        timeoutMs: fetchMs,
        maxBytes,
        signal: ends,
        userNamed,
      })
      if (status === 200) return body.length === 0 ? null : body
      const next = status >= 300 && status < 400 ? URL.parse(headers.location ?? '', url) : null
      if (!next || (url.startsWith('https:') && next.protocol !== 'https:')) return null
      url = next.href
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof OutboundFailure) return null
      throw error
    }
  }
  return null
}

/** Converts an image to a face. Returns null if the bytes cannot be converted. */
async function makeFace(
  deps: Pick<FaceDeps, 'scratch' | 'mediaWorker'>,
  bytes: Uint8Array,
  owner: UserId,
): Promise<Buffer | null> {
  const fitted = await fitBytes(deps, bytes, faceRule, owner)
  return typeof fitted === 'string' ? null : fitted.bytes
}
