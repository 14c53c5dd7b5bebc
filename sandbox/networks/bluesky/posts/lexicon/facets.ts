import { invalid } from '../../wire/refusals.ts'
import { array, integer, object, string, typeOf } from './check.ts'

interface Facet {
  readonly start: number
  readonly end: number
  readonly href: string | null
}

/**
 * Checks facets, which refer to the text by UTF-8 byte offsets. The schema requires only that the offsets are numbers;
 * clients drop facets that are outside the text, split a character or overlap. `strict` rejects these.
 */
export function checkFacets(value: unknown, path: string, text: string, strict: boolean): void {
  const facets = array(value, path).map((item, at) => checkFacet(item, `${path}/${at}`))
  if (!strict) return
  const bytes = Buffer.from(text, 'utf8')
  let last = 0
  for (const [at, { start, end }] of facets.entries()) {
    const where = `${path}/${at}/index`
    if (end <= start) invalid(`${where}: byteEnd must be greater than byteStart`)
    if (end > bytes.length) invalid(`${where}: byteEnd ${end} is outside the text of ${bytes.length} bytes`)
    if (cuts(bytes, start) || cuts(bytes, end)) invalid(`${where}: bytes ${start} to ${end} cut a character`)
    if (start < last) invalid(`${where}: facets must not overlap and must be in order`)
    last = end
  }
}

function checkFacet(value: unknown, path: string): Facet {
  const facet = object(value, path, ['index', 'features'])
  const index = object(facet.index, `${path}/index`, ['byteStart', 'byteEnd'])
  const start = integer(index.byteStart, `${path}/index/byteStart`, 0)
  const end = integer(index.byteEnd, `${path}/index/byteEnd`, 0)
  let href: string | null = null
  for (const [at, item] of array(facet.features, `${path}/features`).entries()) {
    const where = `${path}/features/${at}`
    const feature = object(item, where)
    switch (typeOf(feature, where)) {
      case 'app.bsky.richtext.facet#link':
        href = string(object(item, where, ['uri']).uri, `${where}/uri`, { format: 'uri' })
        break
      case 'app.bsky.richtext.facet#mention':
        string(object(item, where, ['did']).did, `${where}/did`, { format: 'did' })
        break
      case 'app.bsky.richtext.facet#tag':
        string(object(item, where, ['tag']).tag, `${where}/tag`, { maxGraphemes: 64, maxBytes: 640 })
        break
    }
  }
  return { start, end, href }
}

/** True if the position is within a character: the byte there is a continuation byte. */
const cuts = (bytes: Buffer, at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80

/** Splits the text into pieces like a client: invalid facets are dropped. */
export function piecesOf(text: string, value: unknown): { text: string; href?: string }[] {
  const bytes = Buffer.from(text, 'utf8')
  const facets = (Array.isArray(value) ? value : []).map((item) => checkFacet(item, 'facet'))
  const pieces: { text: string; href?: string }[] = []
  let last = 0
  for (const { start, end, href } of facets.sort((a, b) => a.start - b.start)) {
    const bad = end <= start || end > bytes.length || start < last || cuts(bytes, start) || cuts(bytes, end)
    if (bad || href === null) continue
    if (start > last) pieces.push({ text: bytes.toString('utf8', last, start) })
    pieces.push({ text: bytes.toString('utf8', start, end), href })
    last = end
  }
  if (last < bytes.length) pieces.push({ text: bytes.toString('utf8', last) })
  return pieces
}
