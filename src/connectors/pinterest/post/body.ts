import type { Sendable } from '#connectors/connector.ts'

/** A JSON body that contains files as base64, encoded while it is sent, so no image is held in memory completely. */
interface LongJson {
  readonly length: number
  readonly stream: AsyncIterable<Uint8Array>
}

/** A multiple of three bytes, which base64 encodes without padding. */
const pieceBytes = 3 * 256 * 1024

function longJson(pieces: readonly (string | Sendable)[]): LongJson {
  async function* stream() {
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        yield Buffer.from(piece)
        continue
      }
      for (let from = 0; from < piece.size; from += pieceBytes) {
        const bytes = await piece.read(from, Math.min(from + pieceBytes, piece.size))
        yield Buffer.from(bytes.toString('base64'))
      }
    }
  }
  const lengthOf = (piece: string | Sendable) =>
    typeof piece === 'string' ? Buffer.byteLength(piece) : Math.ceil(piece.size / 3) * 4
  return { length: pieces.reduce((sum, piece) => sum + lengthOf(piece), 0), stream: stream() }
}

/** Builds a pin with its images: first `words`, then the media, which are either all files or all URLs. */
export function pinJson(words: object, pictures: readonly (Sendable | string)[]): LongJson {
  const links = pictures.filter((picture) => typeof picture === 'string')
  if (links.length > 0) return longJson([JSON.stringify({ ...words, media_source: sourceOf(links) })])
  const files = pictures.filter((picture) => typeof picture !== 'string')
  const head = JSON.stringify(words).slice(0, -1)
  const parts = files.flatMap((file, at) => [
    `${at === 0 ? '' : ','}{${at === 0 && files.length === 1 ? '"source_type":"image_base64",' : ''}"content_type":${JSON.stringify(file.contentType)},"data":"`,
    file,
    '"}',
  ])
  if (files.length === 1) return longJson([`${head},"media_source":`, ...parts, '}'])
  return longJson([
    `${head},"media_source":{"source_type":"multiple_image_base64","items":[`,
    ...parts,
    '],"index":0}}',
  ])
}

const sourceOf = (links: readonly string[]): object =>
  links.length === 1
    ? { source_type: 'image_url', url: links[0] }
    : { source_type: 'multiple_image_urls', items: links.map((url) => ({ url })), index: 0 }
