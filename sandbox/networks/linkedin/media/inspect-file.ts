import type { Received } from '../../../core/http/request.ts'
import { durationOf } from '../../../core/media/film.ts'
import { countFrames, sniff } from '../../../core/media/sniff.ts'
import type { Rules } from '../rules.ts'
import type { AssetKind } from '../state/records.ts'

/** The type of a file according to its bytes, and the reason why it cannot be shown. Null if it can. */
interface Inspected {
  readonly mime: string
  readonly failure: string | null
}

export function inspectFile(kind: AssetKind, received: Received, rules: Readonly<Rules>): Inspected {
  if (kind === 'image') return image(received, rules)
  return kind === 'video' ? video(received, rules) : document(received, rules)
}

const unknown: Inspected = { mime: 'application/octet-stream', failure: 'The format is not supported' }

function image(received: Received, rules: Readonly<Rules>): Inspected {
  const known = sniff(received)
  if (!known || !['image/jpeg', 'image/png', 'image/gif'].includes(known.mime)) return unknown
  const { mime, size } = known
  const no = (failure: string): Inspected => ({ mime, failure })
  if (received.size > rules.maxImageBytes) return no(`The image has more than ${rules.maxImageBytes} bytes`)
  if (!size) return no('The image cannot be read')
  // The number of pixels must stay below the limit.
  if (size.width * size.height >= rules.maxImagePixels)
    return no(`The image has ${rules.maxImagePixels} pixels or more`)
  if (countFrames(received.bytes) > rules.maxFrames) return no(`The animation has more than ${rules.maxFrames} frames`)
  return { mime, failure: null }
}

function video(received: Received, rules: Readonly<Rules>): Inspected {
  const known = sniff(received)
  if (known?.mime !== 'video/mp4') return unknown
  const { mime, size, complete } = known
  const no = (failure: string): Inspected => ({ mime, failure })
  if (!complete) return no('The video cannot be read')
  const shape = size ? size.width / size.height : 1
  if (shape > 2.4 || shape < 1 / 2.4) return no('The aspect ratio is not from 1:2.4 to 2.4:1')
  const durationMs = durationOf(received.bytes)
  if (durationMs !== null && (durationMs < rules.minVideoMs || durationMs > rules.maxVideoMs))
    return no('The video is not from 3 seconds to 30 minutes long')
  return { mime, failure: null }
}

function document({ bytes, size }: Received, rules: Readonly<Rules>): Inspected {
  const head = bytes.toString('latin1', 0, 8)
  const mime = head.startsWith('%PDF-')
    ? 'application/pdf'
    : head.startsWith('PK\x03\x04')
      ? 'application/vnd.openxmlformats-officedocument'
      : head.startsWith('\xd0\xcf\x11\xe0')
        ? 'application/msword'
        : null
  if (mime === null) return unknown
  if (size > rules.maxDocumentBytes)
    return { mime, failure: `The document has more than ${rules.maxDocumentBytes} bytes` }
  const pages = mime === 'application/pdf' ? (bytes.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0) : 0
  return {
    mime,
    failure: pages > rules.maxDocumentPages ? `The document has more than ${rules.maxDocumentPages} pages` : null,
  }
}
