import { invalid } from '../../wire/refusals.ts'
import { array, type Fields, integer, object, string, typeOf } from './check.ts'

/** A blob that a record refers to, and the record's requirements on it. */
export interface BlobUse {
  readonly cid: string
  readonly mime: string
  readonly size: number
  readonly accept: RegExp
  readonly acceptName: string
  readonly maxBytes: number
  readonly as: 'image' | 'video' | 'captions' | 'thumb'
  readonly alt: string
}

/** A post that a record refers to, by its URI and the ID of its content. */
export interface Ref {
  readonly uri: string
  readonly cid: string
  readonly as: 'root' | 'parent' | 'quote'
}

export interface Found {
  readonly blobs: BlobUse[]
  readonly refs: Ref[]
  link: { uri: string; title: string; description: string } | null
}

export interface Sizes {
  readonly maxImageBytes: number
  readonly maxThumbBytes: number
  readonly maxVideoBytes: number
}

const image = { accept: /^image\//, acceptName: 'image/*' }

/** Checks an embed and collects its references. The schema accepts an unknown kind; `strict` rejects it. */
export function checkEmbed(value: unknown, path: string, found: Found, sizes: Sizes, strict: boolean): void {
  const embed = object(value, path)
  const kind = typeOf(embed, path)
  switch (kind) {
    case 'app.bsky.embed.images':
      for (const [at, item] of array(need(embed, path, 'images'), `${path}/images`, 4).entries())
        checkImage(item, `${path}/images/${at}`, found, sizes, false)
      return
    case 'app.bsky.embed.gallery':
      for (const [at, item] of array(need(embed, path, 'items'), `${path}/items`, 20).entries()) {
        typeOf(object(item, `${path}/items/${at}`), `${path}/items/${at}`)
        checkImage(item, `${path}/items/${at}`, found, sizes, true)
      }
      return
    case 'app.bsky.embed.external':
      checkExternal(embed, path, found, sizes)
      return
    case 'app.bsky.embed.video':
      checkVideo(embed, path, found, sizes, strict)
      return
    case 'app.bsky.embed.record':
      found.refs.push({ ...strongRef(need(embed, path, 'record'), `${path}/record`), as: 'quote' })
      return
    case 'app.bsky.embed.recordWithMedia': {
      const record = object(need(embed, path, 'record'), `${path}/record`, ['record'])
      found.refs.push({ ...strongRef(record.record, `${path}/record/record`), as: 'quote' })
      const media = object(need(embed, path, 'media'), `${path}/media`)
      if (/\.record(?:WithMedia)?$/.test(typeOf(media, `${path}/media`)))
        invalid(`${path}/media $type must be one of images, gallery, video, external`)
      checkEmbed(media, `${path}/media`, found, sizes, strict)
      return
    }
    default:
      if (strict) invalid(`${path} $type ${kind} is not an embed that clients know`)
  }
}

const need = (fields: Fields, path: string, name: string): unknown => object(fields, path, [name])[name]

function checkImage(value: unknown, path: string, found: Found, sizes: Sizes, mustHaveRatio: boolean): void {
  const item = object(value, path, ['image', 'alt', ...(mustHaveRatio ? ['aspectRatio'] : [])])
  const alt = string(item.alt, `${path}/alt`)
  checkRatio(item, path)
  found.blobs.push({ ...blob(item.image, `${path}/image`), ...image, maxBytes: sizes.maxImageBytes, as: 'image', alt })
}

function checkRatio(fields: Fields, path: string): void {
  if (fields.aspectRatio === undefined) return
  const ratio = object(fields.aspectRatio, `${path}/aspectRatio`, ['width', 'height'])
  integer(ratio.width, `${path}/aspectRatio/width`, 1)
  integer(ratio.height, `${path}/aspectRatio/height`, 1)
}

function checkExternal(embed: Fields, path: string, found: Found, sizes: Sizes): void {
  const where = `${path}/external`
  const card = object(need(embed, path, 'external'), where, ['uri', 'title', 'description'])
  found.link = {
    uri: string(card.uri, `${where}/uri`, { format: 'uri' }),
    title: string(card.title, `${where}/title`),
    description: string(card.description, `${where}/description`),
  }
  if (card.thumb === undefined) return
  const thumb = blob(card.thumb, `${where}/thumb`)
  found.blobs.push({ ...thumb, ...image, maxBytes: sizes.maxThumbBytes, as: 'thumb', alt: '' })
}

function checkVideo(embed: Fields, path: string, found: Found, sizes: Sizes, strict: boolean): void {
  const file = blob(need(embed, path, 'video'), `${path}/video`)
  const alt = embed.alt === undefined ? '' : string(embed.alt, `${path}/alt`, { maxGraphemes: 1_000, maxBytes: 10_000 })
  checkRatio(embed, path)
  const presentation = embed.presentation === undefined ? 'default' : string(embed.presentation, `${path}/presentation`)
  if (strict && !['default', 'gif'].includes(presentation))
    invalid(`${path}/presentation ${presentation} is not one that clients know`)
  const accept = { accept: /^video\/mp4$/, acceptName: 'video/mp4' }
  found.blobs.push({ ...file, ...accept, maxBytes: sizes.maxVideoBytes, as: 'video', alt })
  for (const [at, item] of array(embed.captions ?? [], `${path}/captions`, 20).entries()) {
    const where = `${path}/captions/${at}`
    const caption = object(item, where, ['lang', 'file'])
    string(caption.lang, `${where}/lang`, { format: 'language' })
    const vtt = { accept: /^text\/vtt$/, acceptName: 'text/vtt' }
    found.blobs.push({ ...blob(caption.file, `${where}/file`), ...vtt, maxBytes: 20_000, as: 'captions', alt: '' })
  }
}

/** Checks only the form of a blob, as the schema does. The caller checks later that the blob exists. */
function blob(value: unknown, path: string): { cid: string; mime: string; size: number } {
  const fields = object(value, path)
  const ref = fields.ref
  const cid = typeof ref === 'object' && ref !== null && '$link' in ref ? ref.$link : null
  const good = fields.$type === 'blob' && typeof cid === 'string' && /^b[a-z2-7]{58}$/.test(cid)
  if (!good || typeof fields.mimeType !== 'string' || !Number.isSafeInteger(fields.size))
    return invalid(`${path} should be a blob ref`)
  return { cid, mime: fields.mimeType, size: Number(fields.size) }
}

export function strongRef(value: unknown, path: string): { uri: string; cid: string } {
  const ref = object(value, path, ['uri', 'cid'])
  return {
    uri: string(ref.uri, `${path}/uri`, { format: 'at-uri' }),
    cid: string(ref.cid, `${path}/cid`, { format: 'cid' }),
  }
}
