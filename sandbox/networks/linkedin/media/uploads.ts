import { type Answer, type Incoming, ok, type Received } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { authorFor, type Caller, communityScopes, needs, requireCaller } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import { type Asset, type AssetKind, isOrganization } from '../state/records.ts'
import { flagOr, listOf, textIn, treeOf } from '../wire/fields.ts'
import { invalidValue, missing, no, notAllowed, notFound } from '../wire/refusals.ts'
import { type Call, rest } from '../wire/rest.ts'
import { textOf, urnOf } from '../wire/restli.ts'
import { stateOfAsset } from './assets.ts'
import { inspectFile } from './inspect-file.ts'
import { joinParts, openParts, takePart } from './parts.ts'

/** File uploads, which precede their post: an app announces a file, sends it to the URLs in the response, and waits. */
export function uploadRoutes(platform: Platform): readonly Route[] {
  const versioned = rest(platform)
  const [ofImages, ofVideos, ofDocuments] = kinds
  const put = (path: string, call: string, handle: Route['handle']): Route => ({
    method: 'PUT',
    path: `/dms-uploads/:ticket/${path}`,
    call,
    accepts: ['bytes'],
    writes: true,
    // Accepts files over the limit; their processing then fails.
    maxBytes: () => platform.rules.maxDocumentBytes + 1_000_000,
    handle,
  })
  return [
    ...[ofImages, ofVideos, ofDocuments].flatMap(({ kind, path, name }) => [
      versioned(
        'POST',
        `/rest/${path}`,
        `initialize${name}`,
        {
          ...(kind === 'video'
            ? {
                calls: { names: ['initializeVideo', 'finalizeVideo'], of: nameOfVideoCall },
                processes: true as const,
              }
            : {}),
          accepts: ['json'],
          writes: true,
        },
        (call) => {
          const action = textOf(call.query, 'action')
          if (kind === 'video' && action === 'finalizeUpload') return finalize(platform, call)
          if (action !== 'initializeUpload') no(400, { code: 'ILLEGAL_ARGUMENT', message: `Unknown action ${action}` })
          return ok({ value: initialize(platform, call, kind, path) })
        },
      ),
      versioned('GET', `/rest/${path}/:urn`, `get${name}`, { processes: true }, ({ caller, incoming }) =>
        ok(shownAsset(platform, caller, incoming.params.urn, kind)),
      ),
    ]),
    ...[ofImages, ofDocuments].map(({ kind, name }) => ({
      ...put(`uploaded-${kind}/0`, `upload${name}`, (incoming) => receiveFile(platform, incoming, kind)),
      token: 'access' as const,
      processes: true as const,
    })),
    put('uploadedVideo/:part', 'uploadVideoPart', (incoming) => takeVideoPart(platform, incoming)),
    put('uploadedCaptions/0', 'uploadCaptions', (incoming) => {
      assetAt(platform, incoming, 'video')
      return { status: 201 }
    }),
    put('uploadedThumbnail/0', 'uploadThumbnail', (incoming) => {
      const asset = assetAt(platform, incoming, 'video')
      if (incoming.headers['media-type-family'] !== 'STILLIMAGE')
        no(400, { code: 'ILLEGAL_ARGUMENT', message: 'The header media-type-family must be STILLIMAGE' })
      asset.thumbnail = true
      return { status: 201 }
    }),
  ]
}

const kinds = [
  { kind: 'image', path: 'images', name: 'Image' },
  { kind: 'video', path: 'videos', name: 'Video' },
  { kind: 'document', path: 'documents', name: 'Document' },
] as const

const nameOfVideoCall = ({ query }: Incoming): string =>
  query.get('action') === 'finalizeUpload' ? 'finalizeVideo' : 'initializeVideo'

function initialize(platform: Platform, { caller, body }: Call, kind: AssetKind, path: string): object {
  const { rules, world } = platform
  const at = '/initializeUploadRequest'
  const ofVideo = ['fileSizeBytes', 'uploadCaptions', 'uploadThumbnail', 'purpose', 'templateId']
  const { initializeUploadRequest } = treeOf(body, '/', ['initializeUploadRequest'])
  const given = treeOf(initializeUploadRequest, at, ['owner', ...(kind === 'video' ? ofVideo : [])])
  const owner = authorFor(platform, caller, given.owner ?? missing(`${at}/owner`), {
    field: `${at}/owner`,
    what: `${path}.ACTION-initializeUpload`,
  })
  const ticket = platform.secret()
  const to = (place: string) => `${platform.base()}/dms-uploads/${ticket}/${place}`
  const nowMs = world.clock.ms()
  const asset: Asset = {
    urn: `urn:li:${kind}:C4E${platform.secret().slice(0, 18)}`,
    kind,
    owner,
    createdAtMs: nowMs,
    urlsExpireAtMs: nowMs + (kind === 'video' ? rules.videoUrlMs : rules.uploadUrlMs),
    parts:
      kind === 'video' ? openParts(sizeOf(platform, given.fileSizeBytes), rules.partBytes, tokenOf(platform)) : null,
    file: null,
    readyAtMs: null,
    failure: null,
    thumbnail: false,
  }
  platform.assets.set(asset.urn, asset)
  platform.tickets.set(ticket, asset)
  if (!asset.parts)
    return { uploadUrlExpiresAt: asset.urlsExpireAtMs, uploadUrl: to(`uploaded-${kind}/0`), [kind]: asset.urn }
  const wantsThumbnail = flagOr(given.uploadThumbnail, `${at}/uploadThumbnail`, false)
  const wantsCaptions = flagOr(given.uploadCaptions, `${at}/uploadCaptions`, false)
  return {
    uploadUrlsExpireAt: asset.urlsExpireAtMs,
    video: asset.urn,
    uploadInstructions: asset.parts.ranges.map((range, part) => ({ uploadUrl: to(`uploadedVideo/${part}`), ...range })),
    uploadToken: asset.parts.token,
    ...(wantsThumbnail ? { thumbnailUploadUrl: to('uploadedThumbnail/0') } : {}),
    ...(wantsCaptions ? { captionsUploadUrl: to('uploadedCaptions/0') } : {}),
  }
}

const tokenOf = ({ rules, secret }: Platform): string => (rules.emptyUploadToken ? '' : secret().slice(0, 24))

function sizeOf({ rules }: Platform, value: unknown): number {
  const path = '/initializeUploadRequest/fileSizeBytes'
  if (value === undefined) return missing(path)
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return invalidValue(path, value)
  return value >= rules.minVideoBytes && value <= rules.maxVideoBytes && value > 0 ? value : invalidValue(path, value)
}

/** Returns the file for an upload URL. The URL alone authorizes the upload. */
function assetAt({ tickets, world }: Platform, { params }: Incoming, kind: AssetKind): Asset {
  const asset = tickets.get(params.ticket ?? '')
  if (asset?.kind !== kind) return notFound('of this upload address')
  if (asset.urlsExpireAtMs <= world.clock.ms())
    no(400, { code: 'EXPIRED_UPLOAD_URL', message: 'The upload address has expired' })
  return asset
}

const receivedIn = ({ body }: Incoming): Received => (body.kind === 'bytes' ? body.file : missing('/'))

/** Receives an image or a document, which is sent in one request and with the token. */
function receiveFile(platform: Platform, incoming: Incoming, kind: AssetKind): Answer {
  const caller = requireCaller(platform, incoming)
  const asset = assetAt(platform, incoming, kind)
  checkOwner(caller, asset, `${kind}s.UPLOAD`)
  finish(platform, asset, receivedIn(incoming), incoming.slowProcessingMs)
  return { status: 201 }
}

function takeVideoPart(platform: Platform, incoming: Incoming): Answer {
  const { parts } = assetAt(platform, incoming, 'video')
  const part = incoming.params.part ?? ''
  if (!parts || !/^\d{1,3}$/.test(part) || !parts.ranges[Number(part)]) return notFound('of this upload address')
  const tag = takePart(parts, Number(part), receivedIn(incoming))
  return { status: 200, headers: { etag: `"${tag}"` } }
}

function finalize(platform: Platform, { caller, body, incoming }: Call): Answer {
  const at = '/finalizeUploadRequest'
  const { finalizeUploadRequest } = treeOf(body, '/', ['finalizeUploadRequest'])
  const given = treeOf(finalizeUploadRequest, at, ['video', 'uploadToken', 'uploadedPartIds'])
  const { text } = urnOf(given.video ?? missing(`${at}/video`), `${at}/video`, ['video'])
  const asset = platform.assets.get(text)
  if (!asset?.parts) return notFound(text)
  checkOwner(caller, asset, 'videos.ACTION-finalizeUpload')
  const { parts } = asset
  if (textIn(given.uploadToken, `${at}/uploadToken`, 10_000) !== parts.token)
    invalidValue(`${at}/uploadToken`, given.uploadToken)
  const tags = listOf(given.uploadedPartIds, `${at}/uploadedPartIds`, { min: 1, max: 1_000 })
  const complete = joinParts(parts, tags) ?? invalidValue(`${at}/uploadedPartIds`, tags)
  // Repeating this call succeeds, too: its first response may have been lost.
  if (!parts.ended) finish(platform, asset, complete, incoming.slowProcessingMs)
  parts.ended = true
  return { status: 200 }
}

function finish(platform: Platform, asset: Asset, received: Received, slowerMs: number): void {
  const { rules, world } = platform
  const { kind, owner, urn } = asset
  const { mime, failure } = inspectFile(kind, received, rules)
  const cannot = owner.failsNextFile
  owner.failsNextFile = false
  const takesMs = {
    image: rules.imageProcessingMs,
    video: rules.videoProcessingMs,
    document: rules.documentProcessingMs,
  }[kind]
  asset.readyAtMs = world.clock.ms() + takesMs + slowerMs
  asset.failure = cannot ? 'The file could not be processed' : failure
  asset.file = {
    mime,
    bytes: received.size,
    sha256: received.sha256.toString('hex'),
    url: world.media.keep('linkedin', urn, received, mime),
  }
}

function checkOwner({ member }: Caller, { owner }: Asset, what: string): void {
  const person = isOrganization(owner) ? owner.owner : owner
  if (person !== member) notAllowed(what)
}

/** Describes a file. An app that can write only for members is rejected. */
function shownAsset(platform: Platform, caller: Caller, value: unknown, kind: AssetKind): object {
  const what = `${kind}s.GET`
  needs(caller, communityScopes, what)
  const { text } = urnOf(value, `${kind}s`, [kind])
  const asset = platform.assets.get(text) ?? notFound(text)
  checkOwner(caller, asset, what)
  const status = stateOfAsset(platform, asset)
  const { owner, urlsExpireAtMs, file, failure } = asset
  return {
    id: asset.urn,
    owner: owner.urn,
    status,
    ...(status === 'AVAILABLE' ? { downloadUrl: file?.url, downloadUrlExpiresAt: urlsExpireAtMs } : {}),
    ...(status === 'PROCESSING_FAILED' ? { processingFailureReason: failure } : {}),
  }
}
