import { MediaUnfit, type Sendable } from '#connectors/connector.ts'

/**
 * A document with one image per page, each page in the image's size. A PDF can contain a JPEG unchanged, so nothing is
 * rendered, and only one page at a time is in memory. The same images produce the same bytes on every attempt.
 */
interface Pdf {
  readonly size: number
  stream(): AsyncIterable<Uint8Array>
}

type Piece = string | Sendable

export async function pdfOf(pictures: readonly Sendable[]): Promise<Pdf> {
  const pages: (readonly Piece[])[] = []
  for (const [at, picture] of pictures.entries()) pages.push(...pageOf(at, picture, await frameOf(picture)))
  const kids = pictures.map((_, at) => `${numberOf(at)} 0 R`).join(' ')
  const objects: readonly (readonly Piece[])[] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    [`<< /Type /Pages /Kids [${kids}] /Count ${pictures.length} >>`],
    ...pages,
  ]
  // The second line marks the file as binary for programs that transfer it.
  const pieces: Piece[] = ['%PDF-1.4\n%\xe2\xe3\xcf\xd3\n']
  const starts: number[] = []
  let size = sizeOf(pieces)
  for (const [at, object] of objects.entries()) {
    const whole = [`${at + 1} 0 obj\n`, ...object, '\nendobj\n']
    starts.push(size)
    size += sizeOf(whole)
    pieces.push(...whole)
  }
  const end = endOf(starts, size)
  pieces.push(end)
  return { size: size + end.length, stream: () => bytesOf(pieces) }
}

/** Returns the object number of a page; its image and its content follow it. */
const numberOf = (at: number): number => 3 + 3 * at

function pageOf(at: number, picture: Sendable, { width, height, colours }: Frame): readonly (readonly Piece[])[] {
  const page = numberOf(at)
  const drawn = `q ${width} 0 0 ${height} 0 0 cm /I Do Q`
  return [
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] ` +
        `/Resources << /XObject << /I ${page + 1} 0 R >> >> /Contents ${page + 2} 0 R >>`,
    ],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${colours} /BitsPerComponent 8 ` +
        `/Filter /DCTDecode /Length ${picture.size} >>\nstream\n`,
      picture,
      '\nendstream',
    ],
    [`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`],
  ]
}

/** Builds the end of the file, with the exact byte offset of each object. */
function endOf(starts: readonly number[], at: number): string {
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const count = starts.length + 1
  return (
    `xref\n0 ${count}\n0000000000 65535 f \n${rows}` +
    `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  )
}

const sizeOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : piece.size), 0)

async function* bytesOf(pieces: readonly Piece[]) {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield Buffer.from(piece, 'latin1')
    else yield* piece.stream()
  }
}

interface Frame {
  readonly width: number
  readonly height: number
  readonly colours: string
}

const headBytes = 256 * 1_024

/** Color spaces by number of components. Four is CMYK, which a JPEG stores inverted. */
const coloursOf: Readonly<Record<number, string>> = {
  1: '/ColorSpace /DeviceGray',
  3: '/ColorSpace /DeviceRGB',
  4: '/ColorSpace /DeviceCMYK /Decode [1 0 1 0 1 0 1 0]',
}

/** Reads the size and the colors from the image header. */
async function frameOf(picture: Sendable): Promise<Frame> {
  const head = await picture.read(0, Math.min(picture.size, headBytes))
  for (let at = 2; at + 10 <= head.length && head[at] === 0xff; ) {
    const marker = head[at + 1] ?? 0
    if (isFrame(marker)) {
      const [height, width] = [head.readUInt16BE(at + 5), head.readUInt16BE(at + 7)]
      const colours = coloursOf[head[at + 9] ?? 0]
      if (colours !== undefined && width > 0 && height > 0) return { width, height, colours }
      break
    }
    // Fill bytes before a marker have no length.
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2)
  }
  throw new MediaUnfit('Couldn’t convert an image to a document page. Save it as a standard JPEG or PNG.')
}

/** True for markers that begin a frame; three values in this range have a different meaning. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
