import { createHash } from 'node:crypto'
import { type Answer, type Incoming, ok, type Received, Refused } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import type { File, Person } from '../state/records.ts'
import { checked, type Shape, textIn, treeIn } from '../wire/checks.ts'
import { invalid, no, notFound, problem } from '../wire/problems.ts'
import { type Category, categories, findFile, keyOf, kindOf } from './files.ts'
import { inspectFile } from './inspect-file.ts'
import { finalize, makeFile, openUpload, processingOf, type Upload } from './uploads.ts'

/**
 * The media routes. A file is uploaded before its post: initialize, append segments, finalize, and for a video or an
 * animation wait until it is processed.
 */
export function mediaRoutes(platform: Platform): readonly Route[] {
  const { rules, world } = platform
  const uploads = new Map<string, Upload>()
  const writer = (incoming: Incoming): Person => requireCaller(platform, incoming, { scopes: ['media.write'] })
  const missing = (id: string) =>
    no(404, { title: 'Not Found Error', ...notFound({ name: 'id', value: id, kind: 'media' }) })
  const uploadOf = (person: Person, id: string): Upload => {
    const upload = uploads.get(id)
    return upload?.person === person && upload.expiresAtMs > world.clock.ms() ? upload : missing(id)
  }
  const own = (person: Person, id: string): File => findFile(platform, person, id) ?? missing(id)

  function initialize(incoming: Incoming): Answer {
    const person = writer(incoming)
    const given = checked(bodyOf(incoming), initializeShape)
    const of = categoryOf(textIn(given, 'media_category'))
    const mime = textIn(given, 'media_type') ?? ''
    if (!typesOf[kindOf(of)].includes(mime))
      invalid(`The media type ${mime} is not of the category ${of}`, { media_type: [mime], media_category: [of] })
    const totalBytes = Number(given.total_bytes)
    checkSize(platform, of, mime, totalBytes)
    const upload = openUpload(platform, { person, category: of, mime, totalBytes })
    uploads.set(upload.id, upload)
    return ok({ data: { ...named(platform, upload.id, of, upload.expiresAtMs) } })
  }

  function takeSegment(incoming: Incoming): Answer {
    const upload = uploadOf(writer(incoming), incoming.params.id ?? '')
    const { index, received } = segmentOf(incoming)
    if (received.size > rules.maxSegmentBytes) throw new Refused(problem(413, { title: 'Request Entity Too Large' }))
    upload.segments.take(index, received)
    return ok({ data: { expires_at: Math.floor(upload.expiresAtMs / 1_000) } })
  }

  function end(incoming: Incoming): Answer {
    const person = writer(incoming)
    const id = incoming.params.id ?? ''
    // A repeated finalize returns the same response, because the first one may have been lost.
    const done = findFile(platform, person, id)
    const file = done ?? finalize(platform, uploadOf(person, id), incoming.slowProcessingMs)
    uploads.delete(id)
    return ok({ data: shownFile(platform, file) })
  }

  function oneShot(incoming: Incoming): Answer {
    const person = writer(incoming)
    const { fields, received } = readOneShot(incoming)
    const of = categoryOf(fields.media_category ?? null)
    if (kindOf(of) !== 'image') invalid(`The category ${of} must be uploaded in segments`, { media_category: [of] })
    const mime = fields.media_type ?? inspectFile(received)?.mime ?? ''
    checkSize(platform, of, mime, received.size)
    const expiresAtMs = world.clock.ms() + rules.mediaMs
    const file = makeFile(platform, received, {
      id: platform.nextId(),
      person,
      category: of,
      mime,
      expiresAtMs,
      slowerMs: 0,
    })
    // A one-shot upload has no status call, so a failure is reported immediately.
    if (file.failure) invalid(file.failure.message, { media: [file.failure.name] })
    return ok({ data: shownFile(platform, file) })
  }

  function status(incoming: Incoming): Answer {
    const person = writer(incoming)
    const id = incoming.query.get('media_id') ?? ''
    if (incoming.query.get('command') !== 'STATUS')
      invalid('The `command` query parameter value is not one of [STATUS]', {
        command: [incoming.query.get('command') ?? ''],
      })
    return ok({ data: shownFile(platform, own(person, id)) })
  }

  function describe(incoming: Incoming): Answer {
    const person = writer(incoming)
    const given = checked(bodyOf(incoming), metadataShape)
    const file = own(person, textIn(given, 'id') ?? '')
    const alt = textIn(treeIn(treeIn(given, 'metadata') ?? {}, 'alt_text') ?? {}, 'text')
    if (alt !== null) file.altText = alt
    return ok({ data: { id: file.id, associated_metadata: { alt_text: { text: file.altText } } } })
  }

  const shared = { token: 'access', writes: true } as const
  // Base64 makes the segment a third longer, and the body has other fields around it.
  const maxBytes = () => Math.ceil(rules.maxSegmentBytes * 1.4) + 10_000
  return [
    route('POST', '/2/media/upload/initialize', 'initializeUpload', { ...shared, accepts: ['json'] }, initialize),
    route(
      'POST',
      '/2/media/upload/:id/append',
      'appendUpload',
      { ...shared, accepts: ['json', 'multipart'], maxBytes },
      takeSegment,
    ),
    route(
      'POST',
      '/2/media/upload/:id/finalize',
      'finalizeUpload',
      { ...shared, accepts: ['json'], processes: true },
      end,
    ),
    route('POST', '/2/media/upload', 'uploadMedia', { ...shared, accepts: ['json', 'multipart'], maxBytes }, oneShot),
    route('GET', '/2/media/upload', 'getUploadStatus', withToken, status),
    route('POST', '/2/media/metadata', 'createMediaMetadata', { ...shared, accepts: ['json'] }, describe),
  ]
}

export const bodyOf = ({ body }: Incoming): unknown => (body.kind === 'json' ? body.value : {})

/** Categories for messages and subtitles exist but cannot be used in a post. */
function categoryOf(text: string | null): Category {
  const known = categories.find((one) => one === text)
  return known ?? invalid(`The media category ${text} is not for posts`, { media_category: [text ?? ''] })
}

function checkSize({ rules }: Platform, of: Category, mime: string, bytes: number): void {
  const kind = mime === 'image/gif' ? 'gif' : kindOf(of)
  const max = { image: rules.maxImageBytes, gif: rules.maxGifBytes, video: rules.maxVideoBytes }[kind]
  if (bytes > max) invalid(`File size exceeds ${max} bytes.`, { total_bytes: [String(bytes)] })
}

function segmentOf({ body }: Incoming): { index: number; received: Received } {
  if (body.kind !== 'multipart') {
    const given = checked(body.kind === 'json' ? body.value : {}, appendShape)
    return { index: Number(given.segment_index), received: decoded(textIn(given, 'media') ?? '') }
  }
  const file = body.files.find(({ field }) => field === 'media')
  const index = body.fields.find(([name]) => name === 'segment_index')?.[1] ?? ''
  if (!file) return invalid('$.media: is missing but it is required')
  if (!/^\d{1,3}$/.test(index)) return invalid('$.segment_index: must be a whole number from 0 to 999')
  return { index: Number(index), received: file }
}

function readOneShot({ body }: Incoming): { fields: Readonly<Record<string, string>>; received: Received } {
  if (body.kind !== 'multipart') {
    const given = checked(body.kind === 'json' ? body.value : {}, oneShotShape)
    const fields = ['media_category', 'media_type'].flatMap((name) => {
      const value = textIn(given, name)
      return value === null ? [] : [[name, value] as const]
    })
    return { fields: Object.fromEntries(fields), received: decoded(textIn(given, 'media') ?? '') }
  }
  const file = body.files.find(({ field }) => field === 'media')
  if (!file) return invalid('$.media: is missing but it is required')
  return { fields: Object.fromEntries(body.fields), received: file }
}

function decoded(base64: string): Received {
  const bytes = Buffer.from(base64, 'base64')
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest(), bytes, isComplete: true }
}

const named = ({ world }: Platform, id: string, of: Category, expiresAtMs: number) => ({
  id,
  media_key: keyOf(of, id),
  expires_after_secs: Math.max(0, Math.floor((expiresAtMs - world.clock.ms()) / 1_000)),
})

function shownFile(platform: Platform, file: File): object {
  const left = Math.max(0, Math.floor((file.expiresAtMs - platform.world.clock.ms()) / 1_000))
  const { id, key, bytes } = file
  return { id, media_key: key, size: bytes, expires_after_secs: left, ...processingOf(platform, file) }
}

/** The media types that an upload of each kind may announce. */
const typesOf: Readonly<Record<File['kind'], readonly string[]>> = {
  image: ['image/jpeg', 'image/gif', 'image/bmp', 'image/png', 'image/webp', 'image/pjpeg', 'image/tiff'],
  gif: ['image/gif'],
  video: ['video/mp4', 'video/webm', 'video/mp2t', 'video/quicktime'],
}

const allTypes = [...typesOf.video, 'text/srt', 'text/vtt', ...typesOf.image]
const category: Shape = { is: 'one of', values: [...categories, 'dm_image', 'dm_gif', 'dm_video', 'subtitles'] }

const initializeShape: Shape = {
  is: 'object',
  needs: ['media_type', 'total_bytes', 'media_category'],
  of: {
    media_type: { is: 'one of', values: allTypes },
    total_bytes: { is: 'whole', min: 1, max: 17_179_869_184 },
    media_category: category,
    additional_owners: { is: 'list', of: { is: 'id' }, min: 0, max: 100 },
    shared: { is: 'flag' },
  },
}

const oneShotShape: Shape = {
  is: 'object',
  needs: ['media', 'media_category'],
  of: {
    media: { is: 'text', min: 1 },
    media_category: category,
    media_type: { is: 'one of', values: allTypes },
    additional_owners: { is: 'list', of: { is: 'id' }, min: 0, max: 100 },
    shared: { is: 'flag' },
  },
}

const appendShape: Shape = {
  is: 'object',
  needs: ['media', 'segment_index'],
  of: { media: { is: 'text', min: 1 }, segment_index: { is: 'whole', min: 0, max: 999 } },
}

const metadataShape: Shape = {
  is: 'object',
  needs: ['id', 'metadata'],
  of: {
    id: { is: 'id' },
    metadata: {
      is: 'object',
      of: { alt_text: { is: 'object', needs: ['text'], of: { text: { is: 'text', max: 1_000 } } } },
    },
  },
}
