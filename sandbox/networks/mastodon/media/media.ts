import { type Answer, type Incoming, ok, type ReceivedFile } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import { type Sniffed, sniff } from '../../../core/media/sniff.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { graphemesOf } from '../posts/text.ts'
import { isAtLeast } from '../rules.ts'
import type { Instance } from '../state/platform.ts'
import type { Account, Attachment, AttachmentKind } from '../state/records.ts'
import { type Params, readAllParams, textParam } from '../wire/params.ts'
import { invalid, no, notFound } from '../wire/refusals.ts'

/**
 * Files, which are uploaded before their status. Images are ready immediately; video, audio and animations are
 * converted first, and have no URL until then. A file that a status uses returns 404 here, which shows the client that
 * it was used.
 */
export function mediaRoutes(instance: Instance): readonly Route[] {
  const own = (incoming: Incoming): Attachment => {
    const { account } = requireCaller(instance, incoming, 'write:media')
    const found = findAttachment(instance, account, incoming.params.id ?? '')
    return found && !(found.heldBy && 'statusId' in found.heldBy) ? found : notFound()
  }
  return [
    route(
      'POST',
      '/api/v2/media',
      'uploadMedia',
      { ...writing, accepts: ['multipart'], maxBytes: () => instance.rules.proxy_max_bytes, processes: true },
      (incoming) => {
        const { account } = requireCaller(instance, incoming, 'write:media')
        const made = upload(instance, account, incoming)
        return { status: isReady(instance, made) ? 200 : 202, body: shownAttachment(instance, made) }
      },
    ),
    route('GET', '/api/v1/media/:id', 'getMedia', { ...withToken, processes: true }, (incoming) =>
      answerState(instance, own(incoming)),
    ),
    route(
      'PUT',
      '/api/v1/media/:id',
      'updateMedia',
      { ...writing, accepts: ['json', 'form', 'multipart'], maxBytes: () => instance.rules.proxy_max_bytes },
      (incoming) => {
        const attachment = own(incoming)
        describe(instance, attachment, readAllParams(incoming))
        return ok(shownAttachment(instance, attachment))
      },
    ),
    route('DELETE', '/api/v1/media/:id', 'deleteMedia', writing, (incoming) => {
      const { account } = requireCaller(instance, incoming, 'write:media')
      if (!isAtLeast(instance.rules, 4, 4)) notFound()
      const found = findAttachment(instance, account, incoming.params.id ?? '') ?? notFound()
      if (found.heldBy !== null) no(422, 'Media attachment is currently used by a status')
      instance.attachments.delete(found.id)
      return ok({})
    }),
  ]
}

function answerState(instance: Instance, attachment: Attachment): Answer {
  if (isReady(instance, attachment)) return ok(shownAttachment(instance, attachment))
  if (hasFailed(instance, attachment)) return no(422, thumbnailError)
  return { status: 206, body: shownAttachment(instance, attachment) }
}

const thumbnailError = 'Error processing thumbnail for uploaded media'

function upload(instance: Instance, account: Account, incoming: Incoming): Attachment {
  const files = incoming.body.kind === 'multipart' ? incoming.body.files : []
  const file = files.find(({ field }) => field === 'file')
  if (!file) return no(400, 'param is missing or the value is empty: file')
  const sniffed = sniff(file)
  if (!sniffed) return invalid('File content type is invalid, File is invalid')
  const kind: AttachmentKind = sniffed.animated ? 'gifv' : sniffed.kind
  checkSize(instance, file, sniffed, kind)
  const { clock, media } = instance.world
  const id = instance.nextId()
  const waitsMs = (kind === 'image' ? 0 : instance.rules.processing_ms) + incoming.slowProcessingMs
  const attachment: Attachment = {
    id,
    account,
    kind,
    mime: sniffed.mime,
    bytes: file.size,
    sha256: file.sha256.toString('hex'),
    url: media.keep('mastodon', id, file, sniffed.mime),
    width: sniffed.size?.width ?? null,
    height: sniffed.size?.height ?? null,
    createdAtMs: clock.ms(),
    readyAtMs: clock.ms() + waitsMs,
    fails: waitsMs > 0 && (account.failsNextFile || !sniffed.complete),
    description: null,
    focus: null,
    heldBy: null,
  }
  if (waitsMs > 0) account.failsNextFile = false
  describe(instance, attachment, readAllParams(incoming))
  instance.attachments.set(id, attachment)
  return attachment
}

function checkSize(instance: Instance, file: ReceivedFile, { size, mime }: Sniffed, kind: AttachmentKind): void {
  const { rules } = instance
  const still = mime.startsWith('image/')
  const maxBytes = still ? rules.image_size_limit : rules.video_size_limit
  if (file.size > maxBytes) invalid(`File file size must be less than ${Math.floor(maxBytes / 1_048_576)} MB`)
  if (still && size === null) no(500, thumbnailError)
  const area = size ? size.width * size.height : 0
  const maxArea = mime === 'image/gif' ? gifMatrixLimit : still ? rules.image_matrix_limit : rules.video_matrix_limit
  if (size && area > maxArea)
    no(
      422,
      `${size.width}x${size.height} ${kind === 'gifv' || mime === 'image/gif' ? 'GIF files' : still ? 'images' : 'videos'} are not supported`,
    )
}

/** Applies to every GIF, animated or not. */
const gifMatrixLimit = 921_600

/** Sets the alt text, and the focal point for thumbnails. */
export function describe(instance: Instance, attachment: Attachment, params: Params): void {
  const description = textParam(params, 'description')
  if (description !== null) {
    const max = instance.rules.description_limit
    if (graphemesOf(description) > max) invalid(`Description is too long (maximum is ${max} characters)`)
    attachment.description = description.trim() === '' ? null : description
  }
  const focus = textParam(params, 'focus')
  if (focus !== null) {
    const [x = Number.NaN, y = Number.NaN] = focus.split(',').map(Number)
    const within = (value: number) => value >= -1 && value <= 1
    attachment.focus = within(x) && within(y) ? { x, y } : invalid('Focus must be two numbers from -1 to 1')
  }
}

/**
 * Finds an attachment of the account. Also null if no status has used it within `unattached_media_ms`: it is deleted
 * then.
 */
export function findAttachment(instance: Instance, account: Account, id: string): Attachment | null {
  const found = instance.attachments.get(id)
  if (!found || found.account !== account) return null
  const purged =
    found.heldBy === null && instance.world.clock.ms() - found.createdAtMs > instance.rules.unattached_media_ms
  return purged ? null : found
}

export const isReady = (instance: Instance, { readyAtMs, fails }: Attachment): boolean =>
  !fails && readyAtMs <= instance.world.clock.ms()

export const hasFailed = (instance: Instance, { readyAtMs, fails }: Attachment): boolean =>
  fails && readyAtMs <= instance.world.clock.ms()

export function shownAttachment(instance: Instance, attachment: Attachment): object {
  const { id, kind, description, focus, width, height } = attachment
  const ready = isReady(instance, attachment)
  const original = width && height ? { width, height, size: `${width}x${height}`, aspect: width / height } : null
  return {
    id,
    type: kind,
    url: ready ? attachment.url : null,
    preview_url: ready && kind !== 'audio' ? attachment.url : null,
    remote_url: null,
    preview_remote_url: null,
    text_url: null,
    meta: { ...(original ? { original } : {}), ...(focus ? { focus } : {}) },
    description,
    blurhash: ready && kind !== 'audio' ? 'L00000fQfQfQfQfQfQfQfQfQfQfQ' : null,
  }
}
