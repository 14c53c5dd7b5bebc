import type { Received } from '../../../core/http/request.ts'
import { durationOf, frameRateOf } from '../../../core/media/film.ts'
import { sniff } from '../../../core/media/sniff.ts'
import type { File } from '../../meta/containers.ts'
import type { Platform } from '../state/platform.ts'

/** The result of inspecting a fetched file by its bytes. Properties that cannot be determined are not checked. */
type Inspected =
  | { readonly file: File }
  | {
      /** The error code that the container reports. */
      readonly failure: string
      readonly say: string
    }

export function inspectFile(platform: Platform, kind: File['kind'], received: Received): Inspected {
  const { rules, world } = platform
  const known = sniff(received)
  const [word, types] =
    kind === 'image'
      ? ['UNKNOWN', ['image/jpeg', 'image/png']]
      : ['FAILED_PROCESSING_VIDEO', ['video/mp4', 'video/quicktime']]
  const bad = (say: string, failure = String(word)): Inspected => ({ failure, say })
  if (!known || !types.includes(known.mime) || !known.complete) return bad(`The ${kind} format is not supported.`)
  if (received.size > (kind === 'image' ? rules.maxImageBytes : rules.maxVideoBytes))
    return bad(`The ${kind} file is too large.`)
  const { size } = known
  const ratio = size ? size.width / size.height : 1
  if (ratio > 10 || ratio < (kind === 'image' ? 0.1 : 0.01))
    return bad('The aspect ratio is not supported.', 'INVALID_ASPEC_RATIO')
  if (kind === 'video') {
    if ((size?.width ?? 0) > rules.maxVideoWidth) return bad('The video is too wide.')
    const { bytes } = received
    const frameRate = frameRateOf(bytes)
    if (frameRate !== null && (frameRate < 23 || frameRate > 60))
      return bad('The frame rate is not supported.', 'INVALID_FRAME_RATE')
    const durationMs = durationOf(bytes)
    if (durationMs !== null && (durationMs <= 0 || durationMs > rules.maxVideoMs))
      return bad('The video is too long.', 'INVALID_DURATION')
    if (durationMs !== null && (received.size * 8_000) / durationMs > rules.maxBitRate)
      return bad('The bit rate is too high.', 'INVALID_BIT_RATE')
    if (rules.indexFirst && isIndexLast(bytes)) return bad('The index of the video is not at its beginning.')
  }
  const url = world.media.keep('threads', platform.nextId(), received, known.mime)
  const sha256 = received.sha256.toString('hex')
  return { file: { kind, mime: known.mime, bytes: received.size, sha256, url } }
}

function isIndexLast(bytes: Buffer): boolean {
  const [index, data] = [bytes.indexOf('moov'), bytes.indexOf('mdat')]
  return data >= 0 && (index < 0 || index > data)
}
