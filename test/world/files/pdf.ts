import { deflateSync } from 'node:zlib'

/** Parts that are added to a document. */
interface PdfParts {
  /** Entries of the document's dictionary. */
  readonly catalog?: string
  /** Entries of the dictionary of each page. */
  readonly page?: string
  /** Objects after the pages: the first has the number `pages` + 3. */
  readonly more?: readonly string[]
  readonly trailer?: string
}

type Parts = Omit<PdfParts, 'trailer'>

/** Returns a PDF of empty pages. */
export function pdfOf(
  pages: number,
  width: number | bigint = 640,
  height: number | bigint = 480,
  { trailer = '', ...parts }: PdfParts = {},
): Buffer {
  const objects = objectsOf(pages, width, height, parts)
  let text = '%PDF-1.7\n'
  const places = objects.map((object, nth) => {
    const place = text.length
    text += `${nth + 1} 0 obj${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer<</Root 1 0 R/Size ${size}${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}${table}${end}`, 'latin1')
}

function objectsOf(
  pages: number,
  width: number | bigint,
  height: number | bigint,
  { catalog = '', page = '', more = [] }: Parts,
): readonly string[] {
  const kids = Array.from({ length: pages }, (_, nth) => `${nth + 3} 0 R`).join(' ')
  return [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    ...Array.from({ length: pages }, () => `<</Type /Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]${page}>>`),
    ...more,
  ]
}

/**
 * Returns the same in the form of PDF 1.5: all objects in one compressed stream, and the cross-reference table in
 * another.
 */
export function packedPdfOf(pages: number, parts: Parts = {}): Buffer {
  const objects = objectsOf(pages, 640, 480, parts)
  const [packed, table, size] = [objects.length + 1, objects.length + 2, objects.length + 3]
  const head = '%PDF-1.5\n'
  const stream = Buffer.concat([Buffer.from(head), packedObject(packed, objects), Buffer.from('\n')])
  const places = Buffer.alloc(size * 4)
  const place = (number: number, kind: number, where: number, index: number): void => {
    places.writeUInt8(kind, number * 4)
    places.writeUInt16BE(where, number * 4 + 1)
    places.writeUInt8(index, number * 4 + 3)
  }
  for (const nth of objects.keys()) place(nth + 1, 2, packed, nth)
  place(packed, 1, head.length, 0)
  place(table, 1, stream.length, 0)
  const entries = `/Type/XRef/W[1 2 1]/Size ${size}/Root 1 0 R`
  return Buffer.concat([
    stream,
    streamObject(table, entries, places),
    Buffer.from(`\nstartxref\n${stream.length}\n%%EOF\n`),
  ])
}

/** Returns an object stream with the objects 1, 2, … */
export function packedObject(number: number, objects: readonly string[]): Buffer {
  let at = 0
  const pairs = objects.map((object, nth) => {
    const pair = `${nth + 1} ${at}`
    at += object.length + 1
    return pair
  })
  const head = `${pairs.join(' ')}\n`
  const entries = `/Type/ObjStm/N ${objects.length}/First ${head.length}`
  return streamObject(number, entries, Buffer.from(`${head}${objects.join('\n')}\n`, 'latin1'))
}

function streamObject(number: number, entries: string, data: Buffer): Buffer {
  const packed = deflateSync(data)
  return Buffer.concat([
    Buffer.from(`${number} 0 obj<<${entries}/Filter/FlateDecode/Length ${packed.length}>>stream\n`, 'latin1'),
    packed,
    Buffer.from('\nendstream\nendobj'),
  ])
}

/** Adds a revision to a document, like programs that save only changes. The object replaces the previous one. */
export function revisedPdf(pdf: Buffer, number: number, object: string): Buffer {
  const former = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf.toString('latin1'))?.[1])
  const text = `${number} 0 obj${object}\nendobj\n`
  const place = String(pdf.length).padStart(10, '0')
  const table = `xref\n${number} 1\n${place} 00000 n \ntrailer<</Root 1 0 R/Size ${number + 1}/Prev ${former}>>\n`
  return Buffer.concat([pdf, Buffer.from(`${text}${table}startxref\n${pdf.length + text.length}\n%%EOF\n`, 'latin1')])
}
