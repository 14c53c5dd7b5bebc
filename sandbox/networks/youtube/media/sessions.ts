import { receiver } from '../../../core/http/receive.ts'
import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller, requireGrant } from '../auth/callers.ts'
import { forUploading } from '../auth/scopes.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Session } from '../state/records.ts'
import { arrive } from '../videos/life.ts'
import { readSettings } from '../videos/read-settings.ts'
import { shownVideo } from '../videos/shown.ts'
import { no, refusal } from '../wire/errors.ts'

const path = '/upload/youtube/v3/videos'
const dayMs = 86_400_000

/**
 * The routes of a resumable upload. A session receives its file from the first to the last byte, which creates the
 * video. The progress of a session can be queried, even after it ends.
 */
export function sessionRoutes(platform: Platform): readonly Route[] {
  return [
    route('POST', path, 'insertVideo', { ...writing, accepts: ['json'] }, (incoming) => open(platform, incoming)),
    route(
      'PUT',
      path,
      'uploadVideo',
      {
        ...writing,
        calls: {
          names: ['uploadVideo', 'getUploadStatus'],
          of: ({ headers }) => (asksOnly(headers['content-range']) ? 'getUploadStatus' : 'uploadVideo'),
        },
        accepts: ['bytes'],
        keepsCutBody: true,
        maxBytes: () => platform.rules.maxPieceBytes,
        processes: true,
      },
      (incoming) => take(platform, incoming),
    ),
  ]
}

const asksOnly = (range = ''): boolean => range.startsWith('bytes */')

function open(platform: Platform, incoming: Incoming): Answer {
  const { rules, world, sessions } = platform
  const { headers, query } = incoming
  const person = requireCaller(platform, incoming, forUploading)
  requireUploader(platform, person)
  if (query.get('uploadType') !== 'resumable') return refusal(400, 'wrongUploadType', 'Use uploadType=resumable.')
  const requested = readSettings(platform, incoming)
  const size = Number(headers['x-upload-content-length'] ?? 0)
  const mime = String(headers['x-upload-content-type'] ?? '')
  if (!Number.isSafeInteger(size) || size <= 0 || size > rules.maxVideoBytes)
    return refusal(400, 'mediaBodyRequired', 'The request does not include the video content.')
  if (!mime.startsWith('video/') && mime !== 'application/octet-stream')
    return refusal(
      400,
      'badContent',
      'Media type is not supported. Valid media types: [video/*, application/octet-stream]',
    )
  const id = `AE${platform.secret()}`
  sessions.set(id, {
    id,
    person,
    requested,
    size,
    expiresAtMs: world.clock.ms() + rules.sessionMs,
    into: receiver(),
    video: null,
  })
  const location = `${platform.base()}${path}?${new URLSearchParams({ uploadType: 'resumable', upload_id: id })}`
  return { status: 200, headers: { location, 'x-guploader-uploadid': id }, body: '' }
}

function requireUploader({ rules, world }: Platform, { hasChannel, mayUpload, videos }: Person): void {
  if (!hasChannel) no(401, 'youtubeSignupRequired', 'The user must create a channel first.')
  if (!mayUpload) no(403, 'forbidden', 'Access forbidden. The request may not be properly authorized.')
  const today = videos.filter(({ atMs }) => atMs > world.clock.ms() - dayMs).length
  if (rules.channelVideosPerDay > 0 && today >= rules.channelVideosPerDay)
    no(400, 'uploadLimitExceeded', 'The user has exceeded the number of videos they may upload.')
}

function take(platform: Platform, incoming: Incoming): Answer {
  const { query, body, headers, slowProcessingMs } = incoming
  const session = platform.sessions.get(query.get('upload_id') ?? '')
  if (!session) return refusal(404, 'notFound', 'Upload not found.')
  // The URL alone is sufficient authorization. If a token is sent, it must be valid.
  if (incoming.bearer !== null) requireGrant(platform, incoming)
  if (session.expiresAtMs <= platform.world.clock.ms()) return refusal(410, 'gone', 'The upload session has ended.')
  if (session.video) return done(platform, session)
  const range = headers['content-range'] ?? ''
  if (asksOnly(range)) return standing(session)
  const [, first, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(range) ?? []
  if (body.kind !== 'bytes' || first === undefined || Number(total) !== session.size)
    return refusal(400, 'badRequest', 'Failed to parse Content-Range header.')
  const piece = { from: Number(first), to: Number(last) + 1, bytes: body.file.bytes }
  const unit = platform.rules.pieceUnitBytes
  if (piece.to !== session.size && (piece.to - piece.from) % unit !== 0)
    return refusal(400, 'badRequest', `Pieces have a multiple of ${unit} bytes.`)
  if (piece.to > session.size || piece.bytes.length > piece.to - piece.from)
    return refusal(400, 'badRequest', 'The piece is longer than its Content-Range.')
  keep(platform, session, piece)
  if (session.into.size < session.size) return standing(session)
  session.video = arrive(platform, session, slowProcessingMs)
  return done(platform, session)
}

interface Piece {
  readonly from: number
  readonly to: number
  readonly bytes: Buffer
}

/**
 * Stores the bytes after those already received: all of a complete chunk, and the complete units of one that was cut.
 */
function keep({ rules, app }: Platform, { into }: Session, { from, to, bytes }: Piece): void {
  const isCut = bytes.length < to - from
  const unit = rules.pieceUnitBytes
  const length = isCut ? (rules.keepsCutPieces ? Math.floor(bytes.length / unit) * unit : 0) : bytes.length
  const had = into.size
  if (from > had) return
  app.bytesAgain += Math.max(0, Math.min(had, from + bytes.length) - from)
  if (from + length > had) into.take(bytes.subarray(had - from, length))
}

/** Responds with 308, which is neither a redirect nor an error: the upload continues after the range's last byte. */
const standing = ({ into }: Session): Answer => ({
  status: 308,
  headers: into.size === 0 ? {} : { range: `bytes=0-${into.size - 1}` },
  body: '',
})

const done = (platform: Platform, { video }: Session): Answer =>
  video ? ok(shownVideo(platform, video)) : refusal(500, 'backendError', 'There is no video.')
